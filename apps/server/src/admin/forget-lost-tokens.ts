import { Command } from '@commander-js/extra-typings';
import { inTransaction, type DatabasePool } from '../db/database.ts';
import { PUSH_KEYS_SEALED_FOR } from '../modules/notifications/push-keys.ts';
import {
  findSealedPushKey,
  forgetJob,
  forgetPushKey,
  forgetSecret,
  listJobsOfOtherKeys,
  listRowsOfOtherKeys,
  sampleOfJob,
  type SealedRow,
  type SealedTable,
} from '../start/sealed-secrets.queries.ts';
import { TokenBox } from '../security/token-box.ts';
import { AdminError } from './admin-error.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';
import { dropAppOf } from './remove-authenticator-app.ts';

interface Lost {
  banks: number;
  places: number;
  removals: number;
  pushKeys: number;
  authenticatorApps: number;
}

const BATCH_ROWS = 500;
const NO_KEY = '';

export function forgetLostTokensCommand({ answer }: Opener) {
  return new Command('forget-lost-tokens')
    .option('--yes')
    .description('with --yes, forgets secrets whose key is lost; those banks must be linked again')
    .action(({ yes: isSure = false }) =>
      answer((installation) => forgetLostTokens(installation, { isSure })),
    );
}

/** Deletes secrets that no key opens, so that the server starts. Throws an `AdminError` with the numbers unless `isSure`. */
export async function forgetLostTokens(
  { db, identities, tokenKeys }: Installation,
  { isSure }: { isSure: boolean },
): Promise<string> {
  const tokenBox = new TokenBox(await tokenKeys.read());
  const lost = {
    ...(await findLost(db, tokenBox, isSure)),
    authenticatorApps: await findLostApps({ db, identities }, tokenBox, isSure),
  };
  const secrets = listOf(lost);
  if (secrets === '') return 'The keys open every stored secret. Nothing was forgotten.';
  if (!isSure) throw new AdminError(`No key opens ${secrets}. To forget them, add --yes.`);
  const banks = lost.banks > 0 ? ' Those banks must be linked again.' : '';
  const places = lost.places > 0 ? ' Those places for messages must be added again.' : '';
  const devices = lost.pushKeys > 0 ? ' Notifications must be turned on again on each device.' : '';
  const apps = lost.authenticatorApps > 0 ? ' Those passwords log in without a code.' : '';
  return `Forgotten: ${secrets}.${banks}${places}${devices}${apps}`;
}

function listOf({ banks, places, removals, pushKeys, authenticatorApps: apps }: Lost): string {
  const kinds = [
    banks === 0 ? '' : banks === 1 ? 'one bank login' : `${banks} bank logins`,
    places === 0 ? '' : places === 1 ? 'one place for messages' : `${places} places for messages`,
    removals === 0 ? '' : removals === 1 ? 'one pending disconnection' : `${removals} pending disconnections`,
    pushKeys === 0 ? '' : 'the key for notifications',
    apps === 0 ? '' : apps === 1 ? 'one authenticator app' : `${apps} authenticator apps`,
  ];
  return new Intl.ListFormat('en-US').format(kinds.filter((kind) => kind !== ''));
}

async function findLost(
  db: DatabasePool,
  tokenBox: TokenBox,
  forgets: boolean,
): Promise<Omit<Lost, 'authenticatorApps'>> {
  const lost = {
    banks: await findLostRows(db, tokenBox, 'connections', forgets),
    places: await findLostRows(db, tokenBox, 'message_places', forgets),
    removals: 0,
    pushKeys: 0,
  };
  await inTransaction(db, async (tx) => {
    for (const job of await listJobsOfOtherKeys(tx, NO_KEY)) {
      const { secret, rowId } = sampleOfJob(job);
      if (tokenBox.opens(secret, rowId)) continue;
      lost.removals += 1;
      if (forgets) await forgetJob(tx, job);
    }
    const pushKey = await findSealedPushKey(tx);
    if (!pushKey || tokenBox.opens(pushKey, PUSH_KEYS_SEALED_FOR)) return;
    lost.pushKeys = 1;
    if (forgets) await forgetPushKey(tx);
  });
  return lost;
}

async function findLostApps(
  stored: Pick<Installation, 'db' | 'identities'>,
  tokenBox: TokenBox,
  forgets: boolean,
): Promise<number> {
  let lost = 0;
  for await (const { sub, secret, rowId } of stored.identities.appSecrets()) {
    if (tokenBox.opens(secret, rowId)) continue;
    lost += 1;
    if (forgets) await dropAppOf(stored, sub);
  }
  return lost;
}

async function findLostRows(
  db: DatabasePool,
  tokenBox: TokenBox,
  table: SealedTable,
  forgets: boolean,
): Promise<number> {
  let lost = 0;
  for (let after: SealedRow | null = null, isLast = false; !isLast;) {
    const rows: SealedRow[] = await listRowsOfOtherKeys(db, table, NO_KEY, { after, limit: BATCH_ROWS });
    const unopened = rows.filter(({ secret, rowId }) => !tokenBox.opens(secret, rowId));
    if (forgets) {
      await inTransaction(db, async (tx) => {
        for (const row of unopened) await forgetSecret(tx, row, new Date());
      });
    }
    lost += unopened.length;
    after = rows.at(-1) ?? null;
    isLast = rows.length < BATCH_ROWS;
  }
  return lost;
}
