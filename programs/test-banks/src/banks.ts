import { people, type Person } from './people.ts';

/** A test bank with its only customer. */
export interface TestBank {
  /** The customer's key too. */
  key: keyof typeof people;
  name: string;
  website: string;
  customer: Person;
}

const bank = (key: TestBank['key'], name: string, website: string): TestBank => ({
  key,
  name,
  website,
  customer: people[key],
});

export const testBanks: readonly TestBank[] = [
  bank('platypus', 'First Platypus Bank', 'https://first-platypus.example'),
  bank('gingham', 'First Gingham Credit Union', 'https://first-gingham.example'),
  bank('tattersall', 'Tattersall Federal Credit Union', 'https://tattersall.example'),
  bank('tartan', 'Tartan Bank', 'https://tartan-bank.example'),
  bank('houndstooth', 'Houndstooth Bank', 'https://houndstooth.example'),
  bank('platypus-oauth', 'Platypus OAuth Bank', 'https://platypus-oauth.example'),
];

/** Throws RangeError for an unknown key. */
export function testBankOf(key: string): TestBank {
  const found = testBanks.find((candidate) => candidate.key === key);
  if (found === undefined) throw new RangeError(`There is no test bank ${key}.`);
  return found;
}
