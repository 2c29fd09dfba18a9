import { expect, test } from 'vitest';
import { createTestApp } from './test-app.ts';

test('a test whose job queue has had a problem fails when it closes its app', async () => {
  const t = await createTestApp();
  await t.database.db.$client.query('drop schema pgboss cascade');
  // Workers poll every other second.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await expect(t.close()).rejects.toThrow('The job queue has had problems');
});

test('a statement that would fail on tables divided by user fails, and so does closing the app', async () => {
  const t = await createTestApp();
  await expect(t.deps.db.$client.query('select 1 from users for update')).rejects.toThrow(
    'locks rows of many users',
  );
  await expect(t.close()).rejects.toThrow('a statement fails on a cluster');
});
