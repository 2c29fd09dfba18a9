import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { logLevelOf } from './log-level.ts';

test.each([
  ['error', ['error', 'login']],
  ['warn', ['error', 'login', 'warn']],
  ['info', ['error', 'info', 'login', 'warn']],
  ['debug', ['debug', 'error', 'info', 'login', 'warn']],
] as const)('at level %s the log keeps %j: security events always [SEC-15]', async (level, kept) => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push((JSON.parse(line) as { msg: string }).msg) };
  const app = Fastify({ logger: { ...logLevelOf(level), stream } });
  const log = app.log.child({ reqId: 'a' });
  log.debug('debug');
  log.info('info');
  log.warn('warn');
  log.error('error');
  log.info({ event: 'login' }, 'login');
  await app.close();
  expect(written.toSorted()).toEqual(kept);
});
