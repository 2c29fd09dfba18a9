import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('check-advisories.mjs', import.meta.url));

const advisory = (id: string, severity: string) => ({
  source: 1,
  name: 'left-pad',
  title: 'Pads too much',
  url: `https://github.com/advisories/${id}`,
  severity,
});
const reportOf = (...via: unknown[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { 'left-pad': { name: 'left-pad', via }, padded: { name: 'padded', via: ['left-pad'] } },
  });

/** Runs the check with an npm that prints this. */
async function check(printed: string, accepted: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [npm, list] = [join(folder, 'npm.cjs'), join(folder, 'accepted.json')];
  // Like npm, it also ends with an error.
  await writeFile(npm, `process.stdout.write(${JSON.stringify(printed)}); process.exitCode = 1;`);
  await writeFile(list, JSON.stringify(accepted));
  const program = spawn(process.execPath, [PROGRAM, list], { env: { npm_execpath: npm } });
  const ended = once(program, 'exit');
  const [output, errors] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [exitCode] = (await ended) as [number];
  return { exitCode, output: output + errors };
}

test.each(['high', 'critical'])('a %s advisory without a reason fails', async (severity) => {
  const { exitCode, output } = await check(reportOf(advisory('GHSA-1', severity)));
  expect(exitCode).toBe(1);
  expect(output).toContain(`${severity}: left-pad: Pads too much (GHSA-1)`);
});

test('lesser advisories and accepted ones pass', async () => {
  const report = reportOf(advisory('GHSA-1', 'moderate'), advisory('GHSA-2', 'high'));
  expect(await check(report, { 'GHSA-2': 'Nothing is padded here.' })).toEqual({
    exitCode: 0,
    output: 'No high or critical advisory, 1 accepted.\n',
  });
  expect((await check(report, { 'GHSA-2': '' })).exitCode).toBe(1);
});

test('an accepted advisory that no longer applies is named', async () => {
  expect(await check(reportOf(), { 'GHSA-2': 'Nothing is padded here.' })).toEqual({
    exitCode: 0,
    output: 'GHSA-2 no longer applies: remove it from the list.\nNo high or critical advisory.\n',
  });
});

test.each([
  ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"no network"}}', 'no network'],
  ['', 'npm said nothing'],
])('without an answer of the registry, %j, the check passes and says so', async (printed, reason) => {
  expect(await check(printed)).toEqual({
    exitCode: 0,
    output: `Not checked: the registry gave no answer about advisories (${reason}).\n`,
  });
});
