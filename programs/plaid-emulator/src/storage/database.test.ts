import { DatabaseSync } from 'node:sqlite';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { findItem } from './items.ts';
import { findDelivery, takeDueDelivery } from './webhook-deliveries.ts';
import { schemaSteps } from './schema.ts';

test('a file of the first release is upgraded and keeps its data', () => {
  const file = temporaryDatabase();
  const first = new DatabaseSync(file);
  first.exec(schemaSteps[0] ?? '');
  first.exec('PRAGMA user_version = 1');
  first.exec(`INSERT INTO items (item_id, access_token, institution_id, ledger_seed, products, webhook, days_requested,
      created_at, linked_at_ms, ledger_day)
    VALUES ('item', 'access', 'ins_109508', 'seed', '["transactions"]', NULL, 90, '2026-06-10T19:00:00Z', 0, '2026-06-10')`);
  first.close();

  for (let opened = 0; opened < 2; opened += 1) {
    const database = openDatabase(file);
    expect(findItem(database, 'item')).toMatchObject({
      ledgerDay: '2026-06-10',
      username: null,
      historyMissingTo: null,
      syncCalled: false,
      lastWebhook: null,
    });
    database.close();
  }
});

test('a webhook that an earlier release could not deliver is still due', () => {
  const file = temporaryDatabase();
  const earlier = new DatabaseSync(file);
  for (const step of schemaSteps.slice(0, 4)) earlier.exec(step);
  earlier.exec('PRAGMA user_version = 4');
  earlier.exec(`INSERT INTO webhook_deliveries (delivery_id, url, body, attempts, due_at_ms)
    VALUES (7, 'http://app.test/webhook', '{}', 2, 5)`);
  earlier.close();

  const database = openDatabase(file);
  expect(takeDueDelivery(database, 5, 0)).toMatchObject({ deliveryId: '7', body: '{}', attempts: 3 });
  expect(findDelivery(database, '7')).toMatchObject({ endedAttempts: [], url: 'http://app.test/webhook' });
  database.close();
});
