import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.ts';
import { listen } from './listen.ts';

test.each([
  ['an address that is not of this machine', '192.0.2.1', /^HOST is wrong: 192\.0\.2\.1 is not/],
  ['a name without an address', 'nowhere.invalid', /^HOST is wrong: .*nowhere\.invalid/],
])('%s is refused with one clear sentence', async (_what, host, sentence) => {
  const refusal = await listen(Fastify(), { host, port: 0 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect((refusal as ConfigError).message).toMatch(sentence);
});
