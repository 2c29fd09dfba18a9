import { SimplefinError } from '../simplefin-error.ts';

export interface AccountsQuery {
  version: 1 | 2;
  /** Epoch seconds; included. */
  startDate: number | null;
  /** Epoch seconds; excluded. */
  endDate: number | null;
  pending: boolean;
  /** Null for all accounts. */
  accountIds: readonly string[] | null;
  balancesOnly: boolean;
}

const known = ['start-date', 'end-date', 'pending', 'account', 'balances-only', 'version'];
const repeatable = ['account'];

const refused = (message: string) => new SimplefinError(400, message);

function single(parameters: URLSearchParams, name: string, pattern: RegExp): string | null {
  const value = parameters.get(name);
  if (value !== null && !pattern.test(value)) throw refused(`Invalid value of ${name}: ${value}`);
  return value;
}

function epochSeconds(parameters: URLSearchParams, name: string): number | null {
  const value = single(parameters, name, /^\d{1,12}$/);
  return value === null ? null : Number(value);
}

/** Throws 400 for anything that a real server might refuse. `query` is without `?`. */
export function readAccountsQuery(query: string): AccountsQuery {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (!known.includes(name)) throw refused(`Unknown parameter: ${name}`);
    if (!repeatable.includes(name) && parameters.getAll(name).length > 1) {
      throw refused(`Repeated parameter: ${name}`);
    }
  }
  const accountIds = parameters.getAll('account');
  const startDate = epochSeconds(parameters, 'start-date');
  const endDate = epochSeconds(parameters, 'end-date');
  if (startDate !== null && endDate !== null && endDate <= startDate) {
    throw refused('Invalid range: end-date must be after start-date');
  }
  return {
    version: single(parameters, 'version', /^[12]$/) === '1' ? 1 : 2,
    startDate,
    endDate,
    pending: single(parameters, 'pending', /^1$/) !== null,
    accountIds: accountIds.length === 0 ? null : accountIds,
    balancesOnly: single(parameters, 'balances-only', /^1$/) !== null,
  };
}
