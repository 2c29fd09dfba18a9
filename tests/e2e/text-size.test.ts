import type { SignedInPath } from '@oinkly/contract/screens';
import { anInbox, aNotification, aRule, aSeen } from '@oinkly/contract/samples';
import type { Locator, Page } from '@playwright/test';
import { closeByEscape } from './support/close-by-escape.ts';
import { expect, test } from './support/test.ts';
import { answer } from './support/network.ts';
import { openAllFields } from './support/add-expense.ts';

const WIDTHS = [390, 320];

test.beforeEach(async ({ page }) => {
  // Like the browser's own setting, before anything is drawn.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
});

/** Fails on broken words, cut fields or sideways scrolling at either width. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => document.fonts.ready);
    // Sizes in `vw` follow a new width one frame later.
    await expect.poll(() => page.evaluate(textProblems), `${width} px`).toEqual([]);
  }
}

/** Runs in the page; returns broken words, cut fields and sideways overflow. */
function textProblems(): string[] {
  const problems: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('select')) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}$.,:’]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...rest] = range.getClientRects();
      if (first && rest.some(({ top }) => top > first.top + first.height / 2))
        problems.push(`broken: ${word}`);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'select, input:not([type=checkbox], [type=radio], [type=range], [readonly])',
  );
  for (const field of fields) {
    if (!pen || !field.checkVisibility()) continue;
    const shown = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value;
    // A date is displayed longer than its value, with slashes and the calendar icon.
    const text = field.type === 'date' ? `${field.value}000` : shown;
    const style = getComputedStyle(field, text ? null : '::placeholder');
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    const roomPx = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const words = text || ('placeholder' in field ? field.placeholder : '');
    if (pen.measureText(words).width > roomPx) problems.push(`cut: ${words}`);
  }
  const sidewaysPx = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (sidewaysPx > 0) problems.push(`scrolls sideways by ${sidewaysPx} px`);
  return problems;
}

const SCREENS: Record<SignedInPath, (page: Page) => Locator> = {
  '/': (page) => page.getByRole('button', { name: 'Refresh list' }),
  '/accounts': (page) => page.getByText(/\d transactions/).first(),
  '/expenses': (page) => page.getByRole('main').getByRole('listitem').first(),
  '/expenses/import': (page) => page.getByRole('button', { name: 'Choose a file' }),
  '/friends': (page) => page.getByRole('button', { name: 'Copy the invite message' }),
  '/friends/seen': (page) => page.getByText('On their board, June 2'),
  '/insights': (page) => page.getByRole('heading', { name: 'Most spent at' }),
  '/my-account': (page) => page.getByText(/\d transactions/).first(),
  '/my-account/data': (page) => page.getByRole('link', { name: 'Import expenses' }),
  '/my-account/security': (page) => page.getByText('This browser'),
  '/notifications': (page) => page.getByRole('switch', { name: 'Notify me on this device' }),
  '/rules': (page) => page.getByRole('button', { name: 'Remove the rule for Corner Market' }),
  '/weeks/:': (page) => page.getByRole('heading', { name: 'Where it went' }),
};

for (const [path, contentOf] of Object.entries(SCREENS)) {
  test(
    `${path} breaks no word and cuts no field at 200 % text`,
    { tag: '@long' },
    async ({ spender: { page } }) => {
      const since = '2026-03-01T10:00:00Z';
      const friends = [{ userId: 'maya', name: 'Maya', since }];
      const blocked = [{ userId: 'jo', name: 'Jo', since }];
      const notifications = [
        aNotification({ id: 2, kind: 'friend', title: 'Maya accepted your invitation' }),
        aNotification({ id: 1, read: true }),
      ];
      await answer(page, 'GET', '/api/friends', { json: { friends, blocked, guests: [] } });
      await answer(page, 'GET', '/api/friends/seen', { json: { friends: [aSeen()], guests: [] } });
      await answer(page, 'GET', '/api/notifications', { json: anInbox({ notifications }) });
      await answer(page, 'POST', '/api/notifications/read', { json: { success: true } });
      await answer(page, 'GET', '/api/rules', { json: { rules: [aRule()] } });
      await page.goto(path.replace(':', '2026-06-01'));
      await expect(contentOf(page)).toBeVisible();
      await expectReadable(page);
    },
  );
}

test(
  'the sheets and the filters break no word and cut no field at 200 % text',
  { tag: '@long' },
  async ({ spender: { page } }) => {
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expectReadable(page);
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectReadable(page);
    await closeByEscape(page);
    await openAllFields(page);
    await expectReadable(page);
    await page.getByRole('dialog').getByLabel('Type').selectOption('recurring');
    await expectReadable(page);
    const since = '2026-03-01T10:00:00Z';
    await answer(page, 'GET', '/api/friends', {
      json: {
        friends: [{ userId: 'maya', name: 'Maya', since }],
        blocked: [{ userId: 'jo', name: 'Jo', since }],
        guests: [],
      },
    });
    await page.goto('/friends');
    await page.getByRole('button', { name: 'Manage friends' }).click();
    await expect(page.getByRole('button', { name: 'Unblock Jo' })).toBeVisible();
    await expectReadable(page);
  },
);
