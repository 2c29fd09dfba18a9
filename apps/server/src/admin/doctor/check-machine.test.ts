import { expect, test } from 'vitest';
import { versionFinding } from './check-database.ts';
import { checkDisks, diskFinding } from './check-machine.ts';

test.each([
  [0.4e9, 'wrong', 'before the database stops'],
  [1.9e9, 'look', '1.9 GB left: free some space soon.'],
  [2.1e9, 'fine', '2.1 GB left.'],
])('a disk with %d free bytes is %s', (freeBytes, state, words) => {
  expect(diskFinding('/data', freeBytes)).toEqual({
    part: 'disk',
    state,
    sentence: expect.stringContaining(words) as string,
  });
});

test('the disks of the data folder and of BACKUP_DIR are looked at, if the server fills them', async () => {
  const backups = { dir: '/tmp', isOwn: false };
  const home = { dataDir: '/', databaseUrl: null, tokenKeys: null, backups };
  expect((await checkDisks(home)).map(({ sentence }) => sentence.split(' ')[0])).toEqual(['/', '/tmp']);
  const elsewhere = { ...home, databaseUrl: 'postgresql://db/app', tokenKeys: [] };
  expect(await checkDisks(elsewhere)).toHaveLength(1);
  expect(await checkDisks({ ...home, dataDir: '/nowhere', backups: null })).toMatchObject([
    { state: 'wrong', sentence: expect.stringContaining('ENOENT') as string },
  ]);
});

test.each([
  [{ isOwn: true, major: 14, minor: 9 }, '2026-06-05', 'wrong', 'PostgreSQL 14.9 is too old'],
  [{ isOwn: true, major: 15, minor: 2 }, '2026-06-05', 'fine', 'It gets fixes until 2027-11-11.'],
  [{ isOwn: true, major: 15, minor: 2 }, '2027-06-05', 'look', 'Move to a newer major version before.'],
  [{ isOwn: true, major: 15, minor: 2 }, '2027-11-11', 'wrong', 'no fixes since 2027-11-11. Move to'],
  [
    { isOwn: false, major: 18, minor: 4 },
    '2026-06-05',
    'fine',
    'The embedded PostgreSQL 18.4 answers. It gets',
  ],
  [
    { isOwn: false, major: 18, minor: 4 },
    '2030-10-01',
    'look',
    'until 2030-11-14 only. Update Oinkly before.',
  ],
  [{ isOwn: false, major: 18, minor: 4 }, '2031-01-01', 'wrong', 'Update Oinkly.'],
  [{ isOwn: true, major: 19, minor: 0 }, '2026-12-01', 'fine', 'PostgreSQL 19.0 answers.'],
])('PostgreSQL %j on %s is %s', (version, day, state, words) => {
  expect(versionFinding(version, new Date(day))).toEqual({
    part: 'database',
    state,
    sentence: expect.stringContaining(words) as string,
  });
});
