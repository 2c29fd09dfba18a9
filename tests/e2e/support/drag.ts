import type { Page } from '@playwright/test';

export interface Dragged {
  name: string;
  text: string;
}

/** Drags a file from outside over the page, until one of the returned functions is called. */
export async function dragFile(
  page: Page,
  file: Dragged,
): Promise<{ drop: () => Promise<void>; leave: () => Promise<void> }> {
  const dataTransfer = await page.evaluateHandle(({ name, text }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, file);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer });
  return {
    drop: () => page.dispatchEvent('h1', 'drop', { dataTransfer }),
    leave: () => page.dispatchEvent('h1', 'dragleave', { dataTransfer, relatedTarget: null }),
  };
}
