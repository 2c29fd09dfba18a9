import { PRODUCT_NAME } from '@oinkly/contract/product';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FRIENDS, HERO, type Character } from './cast.ts';
import { DemoError } from './demo-error.ts';

export interface Profile extends Character {
  email: string;
  password: string;
}

export interface Demo {
  hero: Profile;
  friends: Profile[];
  /** All characters have their year of history. */
  isComplete: boolean;
}

/** The rest is in the code. */
interface DemoFile {
  passwords: Record<string, string>;
  isComplete: boolean;
}

const FILE_NAME = 'demo.json';
/** Without look-alike characters. */
const PASSWORD_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;

/** Creates a new demo with new passwords if needed. Throws `DemoError` for a folder with other contents. */
export async function openDemo(dataDir: string): Promise<Demo> {
  const known = await readDemoFile(dataDir);
  if (!known && existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new DemoError(`${dataDir} is not empty and not a demo: set DATA_DIR to another folder.`);
  }
  const file = known ?? { passwords: {}, isComplete: false };
  const withPassword = (character: Character): Profile => ({
    ...character,
    email: `${character.mailbox}@${PRODUCT_NAME.toLowerCase()}.example`,
    password: (file.passwords[character.mailbox] ??= newPassword()),
  });
  const demo = { ...file, hero: withPassword(HERO), friends: FRIENDS.map(withPassword) };
  if (!known) await writeDemoFile(dataDir, file);
  return demo;
}

export async function markComplete(dataDir: string): Promise<void> {
  const file = await readDemoFile(dataDir);
  if (file) await writeDemoFile(dataDir, { ...file, isComplete: true });
}

async function readDemoFile(dataDir: string): Promise<DemoFile | null> {
  const path = join(dataDir, FILE_NAME);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as DemoFile) : null;
}

/** Atomically, for its owner only. */
async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const path = join(dataDir, FILE_NAME);
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** 80 random bits in groups. */
function newPassword(): string {
  const sign = () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)] ?? '';
  const group = () => Array.from({ length: 4 }, sign).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}
