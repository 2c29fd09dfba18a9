import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../start/config.ts';
import { backupsFinding } from './backups-finding.ts';

const cloud = {
  DATABASE_URL: 'postgresql://app@db/oinkly',
  TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
  EMBEDDED_IDENTITY: 'on',
};

test.each([
  [cloud, /the next update will stop\. Set BACKUP_DIR to a folder, or to 'off'/],
  [{ ...cloud, BACKUP_DIR: 'off' }, /^The server writes none\. Set BACKUP_DIR, or back up/],
  [
    { DATA_DIR: '/nowhere', UPDATE_WITHOUT_BACKUP: 'yes' },
    /Remove UPDATE_WITHOUT_BACKUP=yes after the update\.$/,
  ],
])('says what the next update does with the settings %o [OPS-4]', async (environment, sentence) => {
  const finding = await backupsFinding(readConfig(environment), true, new Date());
  expect(finding).toMatchObject({
    part: 'backups',
    state: 'look',
    sentence: expect.stringMatching(sentence) as string,
  });
});

test('finds a missing folder although the next update needs none [OPS-4]', async () => {
  const config = readConfig({ ...cloud, BACKUP_DIR: '/nowhere', UPDATE_WITHOUT_BACKUP: 'yes' });
  expect(await backupsFinding(config, true, new Date())).toEqual({
    part: 'backups',
    state: 'wrong',
    sentence: 'There is no folder BACKUP_DIR (/nowhere): create it, or mount its disk.',
  });
});

test('finds no backup although there are users, and one that is days old [OPS-3]', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const config = readConfig({ ...cloud, BACKUP_DIR: dir });
  const find = (now: string, hasUsers = true) => backupsFinding(config, hasUsers, new Date(now));
  expect(await find('2026-01-01', false)).toMatchObject({ state: 'fine' });
  expect(await find('2026-01-01')).toMatchObject({
    state: 'look',
    sentence: `There is none in ${dir} yet. The server writes one every day.`,
  });
  await writeFile(join(dir, 'oinkly-2026-01-01.tar.gz'), '');
  expect(await find('2026-01-04')).toMatchObject({ state: 'fine' });
  expect(await find('2026-01-04T00:01:00Z')).toMatchObject({
    state: 'wrong',
    sentence: 'The newest one is of 2026-01-01: look for "back-up" in the server’s log.',
  });
});
