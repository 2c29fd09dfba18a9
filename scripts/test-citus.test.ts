import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('test-citus.mjs', import.meta.url));
const NODES = { CITUS_NODES: 'postgresql://a postgresql://b postgresql://c' };

test.each([
  ['CITUS_NODES', {}],
  ['CITUS_NODES', { CITUS_NODES: 'postgresql://a postgresql://b' }],
  ['CITUS_SPARE', NODES],
  ['CITUS_STOP and CITUS_START', { ...NODES, CITUS_SPARE: 'postgresql://d', CITUS_STOP: 'true' }],
])('tests on a cluster fail without %s, in one sentence', async (missing, env) => {
  await expect(promisify(execFile)(process.execPath, [SCRIPT], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^npm run test:citus [^\\n]*${missing} must [^\\n]*\\.\\n$`),
    ) as string,
  });
});
