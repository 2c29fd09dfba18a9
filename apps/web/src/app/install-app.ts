/** False where the browser can't open the app offline, as without HTTPS or localhost. */
export function installApp(): boolean {
  if (!('serviceWorker' in navigator)) return false;
  if (import.meta.env.PROD) {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      console.warn('The app will not open without a network.', error);
    });
  }
  return true;
}
