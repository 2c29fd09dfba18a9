import { type TestBank, testBankOf } from '@oinkly/test-banks/banks';
import type { Person } from '@oinkly/test-banks/people';

/** A test bank with the id of a Plaid Sandbox institution. */
export interface Institution extends Pick<TestBank, 'name' | 'website' | 'customer'> {
  institutionId: string;
  primaryColor: string;
  routingNumber: string;
  oauth: boolean;
}

export const supportedProducts = ['transactions'] as const;

export const supportedCountry = 'US';

function institution(
  institutionId: string,
  bankKey: TestBank['key'],
  primaryColor: string,
  routingNumber: string,
  oauth = false,
): Institution {
  const { name, website, customer } = testBankOf(bankKey);
  return { institutionId, name, website, customer, primaryColor, routingNumber, oauth };
}

const institutions: readonly Institution[] = [
  institution('ins_109508', 'platypus', '#1f5673', '110000019'),
  institution('ins_109509', 'gingham', '#8c3b4a', '110000022'),
  institution('ins_109510', 'tattersall', '#3d6b4f', '110000035'),
  institution('ins_109511', 'tartan', '#9a4a16', '110000048'),
  institution('ins_109512', 'houndstooth', '#4b4a7c', '110000051'),
  institution('ins_127287', 'platypus-oauth', '#2c6e63', '110000064', true),
];

export function findInstitution(institutionId: string): Institution | null {
  return institutions.find((institution) => institution.institutionId === institutionId) ?? null;
}

/** At most ten (Plaid's limit), with every word of the query; an empty query finds all. */
export function searchInstitutions(query: string): Institution[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return institutions
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, 10);
}

/** The institution's only customer. Throws RangeError for an unknown id. */
export function personAt(institutionId: string): Person {
  const found = findInstitution(institutionId);
  if (found === null) throw new RangeError(`No test user banks at ${institutionId}.`);
  return found.customer;
}
