import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { endAttempt, insertDelivery, listDeliveries, nextDueAtMs } from './webhook-deliveries.ts';

const delivered = { at: '2026-06-10T19:00:00.000Z', status: 200, error: null };

test('the last 200 webhooks that have ended are kept, and each that waits', () => {
  const database = openDatabase(':memory:');
  const send = (code: string) =>
    insertDelivery(database, { url: 'http://app.test', body: JSON.stringify({ item_id: code }) }, 5);
  send('waits');
  for (let count = 1; count <= 203; count += 1) {
    endAttempt(database, send(`ended-${count}`), delivered, null);
  }
  const kept = (itemId: string) => listDeliveries(database, itemId).length;
  expect([kept('ended-3'), kept('ended-4'), kept('ended-203'), kept('waits')]).toEqual([0, 1, 1, 1]);
  expect(nextDueAtMs(database)).toBe(5);
  expect(listDeliveries(database, null)).toHaveLength(200);
  database.close();
});
