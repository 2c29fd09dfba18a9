import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

declare const window: Window & { axe: typeof axe };

export const SCHEMES = ['light', 'dark'] as const;

const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Loads axe into a page or frame, once because it is large. */
export async function loadAxe(frame: Page | Frame): Promise<void> {
  await frame.evaluate(SCRIPT);
}

/** Lists the broken rules. In the dark theme only contrast can differ. */
export async function violationsOf(
  frame: Page | Frame,
  colorScheme: (typeof SCHEMES)[number],
): Promise<string[]> {
  return frame.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
      );
    },
    // Compute and send violations only.
    {
      resultTypes: ['violations' as const],
      ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
    },
  );
}
