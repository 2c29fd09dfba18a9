// Runs the checks of `npm test`, `npm run test:long` and `npm run test:release`, and prints the slowest tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildIfNeeded, installIfNeeded, projectEnvironment, root, run } from './project.mjs';

const SLOWEST = 10;
const MEMORY_DISK = '/dev/shm';
/** More than all databases of the tests take at once. */
const MEMORY_DISK_BYTES = 6 * 1024 ** 3;
/** For a shell, whose `$0` is the script's name. */
const RUN_AND_PRINT_TIMES = 'npm run --silent "$0"; code=$?; times >&3; exit $code';

/** Installs and builds what is missing, runs these scripts and then the checks. Ends the process with a sentence on failure. */
export async function prepareAndRun(steps, neededScripts = []) {
  try {
    await installIfNeeded({ all: true });
    const env = projectEnvironment();
    for (const script of ['install-chromium.mjs', ...neededScripts])
      await run('node', [join('scripts', script)], { env });
    await buildIfNeeded();
    await runChecks(steps);
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}

/**
 * Runs npm scripts, given as title and name. Steps run in order, lanes of a step in parallel, scripts of a lane in order. After a failure
 * starts no more, waits for the running ones and throws.
 */
async function runChecks(steps) {
  const reports = mkdtempSync(join(tmpdir(), 'checks-'));
  const temporary = hasMemoryDisk() ? mkdtempSync(join(MEMORY_DISK, 'oinkly-')) : null;
  // PostgreSQL's own user needs it too.
  if (temporary) chmodSync(temporary, 0o1777);
  const reportOf = (script) => join(reports, `${script.replaceAll(':', '-')}.json`);
  const startedAt = Date.now();
  const failed = [];
  let usedSeconds = 0;
  const runLane = async (checks) => {
    for (const [title, script] of checks) {
      if (failed.length > 0) return;
      const outcome = await runScript(title, script, {
        TEST_REPORT: reportOf(script),
        ...(temporary && { TMPDIR: temporary }),
      });
      usedSeconds += outcome.usedSeconds;
      if (!outcome.ok) failed.push(title);
    }
  };
  try {
    for (const lanes of steps) await Promise.all(lanes.map(runLane));
    printSlowest(steps.flat(2).map(([, script]) => reportOf(script)));
  } finally {
    for (const folder of [reports, temporary]) if (folder) rmSync(folder, { recursive: true });
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
  console.log(
    `\nAll checks passed in ${secondsSince(startedAt)} s, with ${Math.round(usedSeconds)} s of processor time.`,
  );
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, signal);
    // The handler is removed, so the second signal ends this process.
    process.kill(process.pid, signal);
  });
}

/** Signals a script with its children. */
function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group may have just ended.
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a script and prints its output at the end, because others run in parallel. Returns success, and the processor time of all programs that
 * it waited for.
 */
async function runScript(title, script, settings) {
  const startedAt = Date.now();
  console.log(`── ${title}: started`);
  const child = spawn('sh', ['-c', RUN_AND_PRINT_TIMES, script], {
    cwd: root,
    env: { ...projectEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Its own group, because npm passes no signals on.
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  const times = text(child.stdio[3]);
  const [code, signal] = await once(child, 'close');
  const usedSeconds = secondsOf(await times);
  running.delete(child);
  process.stdout.write(output);
  const outcome = code === 0 ? 'passed in' : `FAILED (${signal ?? code}) after`;
  console.log(
    `── ${title}: ${outcome} ${secondsSince(startedAt)} s, ${Math.round(usedSeconds)} s of processor time\n`,
  );
  return { ok: code === 0, usedSeconds };
}

/** Adds the shell's times of its children, such as `1m2.5s 0m3.1s` in the last line. */
function secondsOf(times) {
  const ofChildren = times.trim().split('\n').at(-1);
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** In memory, tests wait for no disk: that saves a fifth of their time. */
function hasMemoryDisk() {
  if (!existsSync(MEMORY_DISK)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return Math.min(bavail * bsize, freemem()) > MEMORY_DISK_BYTES;
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

/** Tests in a report by Vitest (`testResults`) or Playwright (`suites`). */
function testsIn(report) {
  if (report.testResults) {
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ duration, fullName }) => ({ ms: duration ?? 0, file: name, title: fullName })),
    );
  }
  const { rootDir } = report.config;
  return report.suites.flatMap((suite) => testsOfSuite(suite, rootDir));
}

function testsOfSuite({ suites = [], specs }, rootDir) {
  const own = specs.map(({ file, title, tests }) => ({
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    file: join(rootDir, file),
    title,
  }));
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, rootDir))];
}

function secondsSince(instant) {
  return Math.round((Date.now() - instant) / 1000);
}
