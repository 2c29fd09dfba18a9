/** Safari and Firefox show no buttons on notifications. */
export function offersButtons(): boolean {
  return 'maxActions' in Notification && Number(Notification.maxActions) > 0;
}
