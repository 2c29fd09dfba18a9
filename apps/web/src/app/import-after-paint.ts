/** Longest wait for a frame. A page in the background has none. */
const MOST_MS = 300;

/** Imports the module once the browser has painted the page's HTML: reading the app's code takes longer than painting it. */
export async function importAfterPaint(url: string): Promise<void> {
  // The next frame begins when the browser has painted this one.
  const painted = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const late = new Promise((resolve) => setTimeout(resolve, MOST_MS));
  await Promise.race([painted, late]);
  try {
    await import(/* @vite-ignore */ url);
  } catch (error) {
    console.error(error);
    sayNotLoaded();
  }
}

/** Without React, whose code may be what is missing. */
function sayNotLoaded(): void {
  const again = document.createElement('button');
  again.onclick = () => window.location.reload();
  again.className = 'text-link';
  again.textContent = 'Load it again';
  const notice = document.createElement('p');
  notice.role = 'alert';
  notice.className =
    'fixed inset-x-0 top-0 z-30 border-b border-line bg-card px-gutter py-3 text-center text-ink';
  notice.append('This page hasn’t loaded completely, so its buttons don’t work. ', again);
  document.body.prepend(notice);
}
