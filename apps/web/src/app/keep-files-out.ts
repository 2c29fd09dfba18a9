/** Keeps the browser from opening a dropped file over the app. A screen that takes files says so later. */
export function keepFilesOut(): void {
  window.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}
