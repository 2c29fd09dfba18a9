import { cp, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addMigration } from './next-migration.ts';
import { programOf } from './server-process.ts';

/** Copies the built server and adds a migration. Returns its program; the caller removes its folder. */
export async function buildNextVersion(): Promise<string> {
  const built = dirname(programOf('main'));
  // Beside the built one, whose packages it needs.
  const copy = await mkdtemp(join(built, '../.build-next-'));
  await cp(built, copy, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const statements = ['ALTER TABLE users ADD COLUMN made_up text', 'UPDATE users SET made_up = email'];
  await addMigration(join(copy, 'db/migrations'), statements);
  return join(copy, 'main.js');
}
