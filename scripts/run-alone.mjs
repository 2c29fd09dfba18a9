// One process at a time changes the checkout, and what it runs ends with it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';

const BEAT_MS = 1_000;
const POLL_MS = 250;
/** A lock that has not changed for so long is left from a killed process. */
const LEFT_AFTER_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Ends the program when fd 3 closes: when this process ends in any way. Keeps the lock until the program has ended, because npm first
 * removes what it has unpacked.
 */
const TIE = `lock=$1; shift
"$@" 3<&- & p=$!
(read _; kill -TERM $p) <&3 2>/dev/null &
(while kill -0 $p; do touch -c "$lock"; sleep 1; done) 3<&- >/dev/null 2>&1 &
wait $p`;

/**
 * Does the work while no other process holds the lock, a file. Says so on standard output if it must wait. The work gets a function that
 * runs a command in a folder; what it runs ends with this process.
 */
export async function runAlone(lock, work) {
  const id = randomUUID();
  await take(lock, id);
  const beat = setInterval(() => {
    const now = new Date();
    // The work can go on. Without beats, others take the lock.
    utimes(lock, now, now).catch((error) => console.error(error.message));
  }, BEAT_MS);
  const ending = new AbortController();
  const end = (signal) => ending.abort(signal);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work((command, options) => runTied(command, { ...options, lock, ending: ending.signal }));
  } finally {
    clearInterval(beat);
    for (const signal of SIGNALS) process.off(signal, end);
    if ((await read(lock)).id === id) await rm(lock, { force: true });
    if (ending.signal.aborted) process.kill(process.pid, ending.signal.reason);
  }
}

async function take(lock, id) {
  let seen = null;
  let unchangedSinceMs = 0;
  while (!(await create(lock, id))) {
    const found = await read(lock);
    if (seen === null) console.log('Another start is preparing this folder. Waiting for it …');
    if (found.id !== seen?.id || found.beatMs !== seen.beatMs) {
      seen = found;
      unchangedSinceMs = Date.now();
    } else if (Date.now() - unchangedSinceMs > LEFT_AFTER_MS && (await replace(lock, id))) {
      return;
    }
    await delay(POLL_MS);
  }
}

/** Returns false if the lock exists. */
async function create(lock, id) {
  try {
    await writeFile(lock, id, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Of several that replace it at once, the last one holds it. */
async function replace(lock, id) {
  await writeFile(`${lock}-${id}`, id);
  await rename(`${lock}-${id}`, lock);
  await delay(POLL_MS);
  return (await read(lock)).id === id;
}

/** Without an id if the lock is gone. */
async function read(lock) {
  try {
    return { id: await readFile(lock, 'utf8'), beatMs: (await stat(lock)).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return { id: null, beatMs: 0 };
    throw error;
  }
}

/** Rejects if the program fails. */
function runTied(command, { cwd, env = process.env, lock, ending }) {
  return new Promise((resolve, reject) => {
    ending.throwIfAborted();
    const child = spawn('/bin/sh', ['-c', TIE, 'sh', lock, ...command], {
      cwd,
      env,
      // Ctrl-C reaches this process only, which then ends the program and waits.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const cut = () => child.stdio[3].destroy();
    ending.addEventListener('abort', cut);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      ending.removeEventListener('abort', cut);
      cut();
      if (code === 0) resolve();
      else reject(new Error(`${command.join(' ')} failed (${signal ?? code})`));
    });
  });
}
