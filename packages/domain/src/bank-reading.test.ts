import { expect, test } from 'vitest';
import {
  bankReport,
  connectionName,
  bankToReport,
  lastReadWords,
  oldestReading,
  oldNumberDay,
  type BankReading,
} from './bank-reading.ts';

const NOW = new Date('2026-06-05T12:00:00Z');
const ZONE = 'America/New_York';
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

function aBank(fields: Partial<BankReading> = {}): BankReading {
  return { name: 'Platypus', lastReadAt: hoursAgo(1), linkedAt: hoursAgo(5000), problem: null, ...fields };
}
const problem = (fields: object = {}) => ({
  name: 'Platypus',
  message: 'Your bank isn’t responding right now.',
  needsOwner: false,
  repair: null,
  ...fields,
});

test('of several banks the one read longest ago counts, a new one from its link on [PD-85]', () => {
  const [old, recent, unread] = [
    aBank({ lastReadAt: hoursAgo(9) }),
    aBank(),
    aBank({ lastReadAt: null, linkedAt: hoursAgo(20) }),
  ];
  expect(oldestReading([recent, old])).toBe(old);
  expect(oldestReading([recent, old, unread])).toBe(unread);
  const none: BankReading[] = [];
  expect(oldestReading(none)).toBeUndefined();
});

test('a bank that needs its owner is reported at once, before one that is only late [PD-84]', () => {
  const waiting = aBank({ problem: problem({ needsOwner: true }) });
  expect(bankToReport([aBank({ lastReadAt: hoursAgo(90) }), waiting], NOW.getTime())).toBe(waiting);
});

test.each([
  [24, false],
  [25.1, true],
])('a bank last read %d hours ago is late: %s, also without an error [PD-84]', (hours, isLate) => {
  const bank = aBank({ lastReadAt: hoursAgo(hours) });
  expect(bankToReport([aBank(), bank], NOW.getTime())).toBe(isLate ? bank : undefined);
  const failing = aBank({ lastReadAt: hoursAgo(hours), problem: problem() });
  expect(bankToReport([failing], NOW.getTime())).toBe(isLate ? failing : undefined);
});

test.each([
  [{ problem: problem({ repair: 'login' as const }) }, 'Platypus needs you to log in again.'],
  [{ problem: problem({ repair: 'new link' as const }) }, 'Platypus needs to be connected again.'],
  [{ problem: problem({ name: 'Gingham' }) }, 'Gingham: Your bank isn’t responding right now.'],
  [{ lastReadAt: '2026-05-12T03:00:00Z' }, 'Platypus hasn’t been read since May 11.'],
  [{ lastReadAt: null }, 'Platypus hasn’t been read yet.'],
])('the report %j is one sentence with the name of the bank [PD-84]', (fields, sentence) => {
  const { name, rest } = bankReport(aBank(fields), NOW, ZONE);
  expect(name + rest).toBe(sentence);
});

test.each([
  [0, 'Bank last read just now'],
  [0.05, 'Bank last read 3 min ago'],
  [23.9, 'Bank last read 23 h ago'],
  [72, 'Bank last read Jun 2'],
  [24 * 365, 'Bank last read Jun 5, 2025'],
])('%d hours ago is %j', (hours, words) => {
  expect(lastReadWords([aBank({ lastReadAt: hoursAgo(hours) })], NOW, ZONE)).toBe(words);
});

test('the oldest of several banks is named, and without a bank nothing is said [PD-85]', () => {
  const banks = [aBank({ name: 'Gingham' }), aBank({ lastReadAt: hoursAgo(72) })];
  expect(lastReadWords(banks, NOW, ZONE)).toBe('Platypus last read Jun 2');
  expect(lastReadWords([aBank({ lastReadAt: null })], NOW, ZONE)).toBe('Bank not read yet');
  expect(lastReadWords([], NOW, ZONE)).toBeNull();
});

test('after three days without a reading the number says how old it is [PD-84]', () => {
  const dayOf = (hours: number) => oldNumberDay([aBank(), aBank({ lastReadAt: hoursAgo(hours) })], NOW, ZONE);
  expect([dayOf(71), dayOf(72)]).toEqual([null, 'Jun 2']);
  expect(oldNumberDay([], NOW, ZONE)).toBeNull();
});

test.each([
  [[], 'Platypus, Gingham'],
  [['Gingham', 'Gingham'], 'Gingham'],
  [['Gingham', 'Platypus'], 'Gingham, Platypus'],
  [['Gingham', 'Houndstooth', 'Platypus'], 'Gingham and 2 others'],
])('a connection with the banks %j is called %j', (names, name) => {
  expect(connectionName(names, 'Platypus, Gingham')).toBe(name);
});
