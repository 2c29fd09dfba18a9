import { PRODUCT_NAME } from '@oinkly/contract/product';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FRIENDS, HERO, type Character } from './cast.ts';
import { DemoError } from './demo-error.ts';

/** A character with what they sign in with. */
export interface Person extends Character {
  email: string;
  password: string;
}

/** What is known of the demo in a data folder. */
export interface Demo {
  hero: Person;
  friends: Person[];
  /** Whether everybody has their year behind them. */
  isComplete: boolean;
}

/** What is kept; everything else is in the code. */
interface DemoFile {
  passwords: Record<string, string>;
  isComplete: boolean;
}

const FILE_NAME = 'demo.json';
/** What is easily taken for one another when it is read from one screen and typed into the next is left out. */
const PASSWORD_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;

/**
 * Returns the demo that a data folder holds, or a new one with passwords of its own. Throws a `DemoError` when the folder holds something
 * else, which a demo would spoil.
 */
export async function openDemo(dataDir: string): Promise<Demo> {
  const known = await readDemoFile(dataDir);
  if (!known && existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new DemoError(`${dataDir} is not empty and not a demo: set DATA_DIR to another folder.`);
  }
  const file = known ?? { passwords: {}, isComplete: false };
  const withPassword = (character: Character): Person => ({
    ...character,
    email: `${character.mailbox}@${PRODUCT_NAME.toLowerCase()}.example`,
    password: (file.passwords[character.mailbox] ??= newPassword()),
  });
  const demo = { ...file, hero: withPassword(HERO), friends: FRIENDS.map(withPassword) };
  if (!known) await writeDemoFile(dataDir, file);
  return demo;
}

/** Notes that everybody has their year behind them, so that the next start has nothing to make. */
export async function markComplete(dataDir: string): Promise<void> {
  const file = await readDemoFile(dataDir);
  if (file) await writeDemoFile(dataDir, { ...file, isComplete: true });
}

async function readDemoFile(dataDir: string): Promise<DemoFile | null> {
  const path = join(dataDir, FILE_NAME);
  // Written by this file alone, and whole.
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as DemoFile) : null;
}

/** Writes all of the file or nothing of it, for its owner alone. */
async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const path = join(dataDir, FILE_NAME);
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** 80 random bits in groups that can be typed. */
function newPassword(): string {
  const sign = () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)] ?? '';
  const group = () => Array.from({ length: 4 }, sign).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}
