// `npm run test:pgbouncer`: server tests through Debian's PgBouncer in transaction mode, which knows no prepared statements.
import { execFileSync, spawnSync } from 'node:child_process';
import { startPgBouncer } from './pgbouncer.ts';
import { withPostgres15 } from './postgres15.ts';
import { projectEnvironment, root } from './project.mjs';
import { documentedCommands } from '../tests/documented-commands.ts';

/** Of PostgreSQL itself, in the document. */
const DOCUMENTED_ADDRESS = /postgresql:\/\/\S+/g;

process.exitCode = await withPostgres15(async ({ folder, url, environment }) => {
  const [limitStatements] = await documentedCommands('install', 'For many people', 'Pooler');
  execFileSync('sh', ['-ec', limitStatements.replaceAll(DOCUMENTED_ADDRESS, `'${url}'`)], {
    env: environment,
    stdio: 'inherit',
  });
  const pooler = await startPgBouncer(folder);
  try {
    const env = {
      ...projectEnvironment(),
      TEST_POSTGRES_URL: url,
      TEST_POOLER_URL: pooler.urlOf('postgres'),
    };
    const test = (...args) =>
      spawnSync('vitest', ['run', ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
    const given = process.argv.slice(2);
    if (given.length > 0) return test(...given);
    const status = test('--project', 'server', '--maxWorkers=2');
    // The others have the embedded database, which serves on a socket of its own and needs no pooler.
    return status === 0 ? test('--project', 'processes', '--tags-filter=own-database') : status;
  } finally {
    await pooler.stop();
  }
});
