/** For whom this browser shows notifications. */
const OWNER_KEY = 'oinkly.push';

/** Remembers for whom this browser shows notifications; null: for nobody. */
export function rememberPushOwner(userId: string | null): void {
  if (userId === null) window.localStorage.removeItem(OWNER_KEY);
  else window.localStorage.setItem(OWNER_KEY, userId);
}

/** Whether this browser shows notifications of somebody else than this user. */
export function showsPushOfOthers(userId: string): boolean {
  return (window.localStorage.getItem(OWNER_KEY) ?? userId) !== userId;
}
