/** Whether this page is the installed app, in a browser that shows a number on its icon. */
export function hasAppBadge(): boolean {
  return 'setAppBadge' in navigator && window.matchMedia('(display-mode: standalone)').matches;
}

/** Shows a number on the installed app's icon; none at 0. Does nothing in browsers without badges. Never throws. */
export async function showAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch (error) {
    console.warn('The number on the app’s icon could not be changed.', error);
  }
}
