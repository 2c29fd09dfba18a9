/** A test bank with the name and id of a Plaid Sandbox institution. */
export interface Institution {
  institutionId: string;
  name: string;
  website: string;
  primaryColor: string;
  routingNumber: string;
  oauth: boolean;
}

export const supportedProducts = ['transactions'] as const;

export const supportedCountry = 'US';

const institutions: readonly Institution[] = [
  {
    institutionId: 'ins_109508',
    name: 'First Platypus Bank',
    website: 'https://first-platypus.example',
    primaryColor: '#1f5673',
    routingNumber: '110000019',
    oauth: false,
  },
  {
    institutionId: 'ins_109509',
    name: 'First Gingham Credit Union',
    website: 'https://first-gingham.example',
    primaryColor: '#8c3b4a',
    routingNumber: '110000022',
    oauth: false,
  },
  {
    institutionId: 'ins_109510',
    name: 'Tattersall Federal Credit Union',
    website: 'https://tattersall.example',
    primaryColor: '#3d6b4f',
    routingNumber: '110000035',
    oauth: false,
  },
  {
    institutionId: 'ins_109511',
    name: 'Tartan Bank',
    website: 'https://tartan-bank.example',
    primaryColor: '#9a4a16',
    routingNumber: '110000048',
    oauth: false,
  },
  {
    institutionId: 'ins_109512',
    name: 'Houndstooth Bank',
    website: 'https://houndstooth.example',
    primaryColor: '#4b4a7c',
    routingNumber: '110000051',
    oauth: false,
  },
  {
    institutionId: 'ins_127287',
    name: 'Platypus OAuth Bank',
    website: 'https://platypus-oauth.example',
    primaryColor: '#2c6e63',
    routingNumber: '110000064',
    oauth: true,
  },
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
