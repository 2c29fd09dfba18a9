import { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import { readBanks } from '../banking/index.ts';
import { presentSettings, readBudgetSettings } from '../budget/index.ts';
import { listRefunds, presentRefund } from '../expenses/index.ts';
import type { UserRow } from '../identity/index.ts';
import { presentUser, readProfile } from '../users/index.ts';
import { allExpenses } from './all-expenses.ts';

/** All that is kept of a user, in the shapes in which the API tells it, as one JSON object; what seals or opens something is not in it. */
export function jsonOfEverything(deps: Deps, user: UserRow): Readable {
  return Readable.from(pieces(deps, user));
}

async function* pieces(deps: Deps, user: UserRow): AsyncGenerator<string> {
  const { db, clock, providers } = deps;
  const providerIds = [...providers.keys()];
  const refunds = await listRefunds(deps, user.id);
  const front = {
    exportedAt: clock().toISOString(),
    user: presentUser(await readProfile(db, user)),
    settings: presentSettings(await readBudgetSettings(db, user)),
    banks: await Promise.all(
      providerIds.map(async (id) => ({ provider: id, ...(await readBanks(db, user.id, id)) })),
    ),
    refunds: refunds.map(presentRefund),
  };
  yield `${JSON.stringify(front).slice(0, -1)},"expenses":[`;
  let separator = '\n';
  for await (const expense of allExpenses(deps, user.id)) {
    yield separator + JSON.stringify(expense);
    separator = ',\n';
  }
  yield '\n]}\n';
}
