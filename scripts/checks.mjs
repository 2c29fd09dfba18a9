// Runs the checks of `npm test` and `npm run test:long`, two at a time, and prints the slowest tests at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectEnvironment, root } from './project.mjs';

/** One for each core of the machine that the time limits are for. */
const LANES = 2;
const SLOWEST = 10;

/**
 * Runs npm scripts, each given as a title and a script's name, in their order. After a failure it starts no other, waits for the one beside it
 * and throws.
 */
export async function runChecks(checks) {
  const reports = mkdtempSync(join(tmpdir(), 'checks-'));
  const startedAt = Date.now();
  const waiting = [...checks];
  const failed = [];
  const runLane = async () => {
    for (let check = waiting.shift(); check; check = failed.length === 0 ? waiting.shift() : undefined) {
      const [title, script] = check;
      const ok = await runScript(title, script, join(reports, `${script.replaceAll(':', '-')}.json`));
      if (!ok) failed.push(title);
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, runLane));
    printSlowest(checks.map(([, script]) => join(reports, `${script.replaceAll(':', '-')}.json`)));
  } finally {
    rmSync(reports, { recursive: true });
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
  console.log(`\nAll checks passed in ${secondsSince(startedAt)} s.`);
}

/** Runs a script and prints its output when it is over, because another one runs beside it. Returns whether it passed. */
async function runScript(title, script, report) {
  const startedAt = Date.now();
  console.log(`── ${title}: started`);
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: { ...projectEnvironment(), TEST_REPORT: report },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const [code, signal] = await once(child, 'close');
  process.stdout.write(output);
  const outcome = code === 0 ? 'passed in' : `FAILED (${signal ?? code}) after`;
  console.log(`── ${title}: ${outcome} ${secondsSince(startedAt)} s\n`);
  return code === 0;
}

function printSlowest(reports) {
  const slowest = reports
    .filter((report) => existsSync(report))
    .flatMap((report) => testsIn(JSON.parse(readFileSync(report, 'utf8'))))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST);
  if (slowest.length === 0) return;
  console.log('The slowest tests:');
  for (const { ms, file, title } of slowest) {
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file.replace(root, '')}: ${title}`);
  }
}

/** The tests of a report by Vitest (`testResults`) or Playwright (`suites`). */
function testsIn(report) {
  if (report.testResults) {
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ duration, fullName }) => ({ ms: duration ?? 0, file: name, title: fullName })),
    );
  }
  return report.suites.flatMap(testsOfSuite);
}

function testsOfSuite({ suites = [], specs }) {
  const own = specs.map(({ file, title, tests }) => ({
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    file: `tests/e2e/${file}`,
    title,
  }));
  return [...own, ...suites.flatMap(testsOfSuite)];
}

function secondsSince(instant) {
  return Math.round((Date.now() - instant) / 1000);
}
