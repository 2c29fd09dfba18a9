import { expect, test } from 'vitest';
import { createTestApp } from './test-app.ts';

test('a test whose job queue has had a problem fails when it closes its app', async () => {
  const t = await createTestApp();
  await t.database.db.$client.query('drop schema pgboss cascade');
  // Workers poll every other second.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await expect(t.close()).rejects.toThrow('The job queue has had problems');
});

test('a statement that would ask all servers of a cluster fails, and so does closing the app', async () => {
  const t = await createTestApp();
  await expect(t.deps.db.$client.query('select 1 from users')).rejects.toThrow('names no user of users');
  await expect(t.close()).rejects.toThrow('a statement asks all servers of a cluster');
});
