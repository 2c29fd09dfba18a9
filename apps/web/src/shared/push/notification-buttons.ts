/** Whether this browser shows buttons on notifications: Safari and Firefox do not, and know no number of them either. */
export function offersButtons(): boolean {
  return 'maxActions' in Notification && Number(Notification.maxActions) > 0;
}
