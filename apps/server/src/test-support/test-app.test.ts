import { expect, test } from 'vitest';
import { createTestApp } from './test-app.ts';

test('a test whose job queue has had a problem fails when it closes its app', async () => {
  const t = await createTestApp();
  await t.database.db.$client.query('drop schema pgboss cascade');
  // Workers poll every other second.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await expect(t.close()).rejects.toThrow('The job queue has had problems');
});
