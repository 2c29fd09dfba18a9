/**
 * Lets the app open without a network from now on. Answers whether the browser can do that: it does so on pages that are served over HTTPS
 * or from this machine.
 */
export function keepApp(): boolean {
  if (!('serviceWorker' in navigator)) return false;
  // In development, every page must come from the server.
  if (import.meta.env.PROD) {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      console.warn('The app will not open without a network.', error);
    });
  }
  return true;
}
