import { Command } from '@commander-js/extra-typings';
import { inTransaction, type DatabasePool } from '../db/database.ts';
import { PUSH_KEYS_SEALED_FOR } from '../modules/notifications/push-keys.ts';
import {
  findSealedPushKey,
  forgetJob,
  forgetPushKey,
  forgetToken,
  listJobsOfOtherKeys,
  listTokensOfOtherKeys,
  sampleOfJob,
  type SealedToken,
} from '../start/sealed-secrets.queries.ts';
import { TokenBox } from '../security/token-box.ts';
import { AdminError } from './admin-error.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

interface Lost {
  banks: number;
  removals: number;
  pushKeys: number;
}

const BATCH_ROWS = 500;
const NO_KEY = '';

export function forgetLostTokensCommand({ answer }: Opener) {
  return new Command('forget-lost-tokens')
    .option('--yes')
    .description('with --yes, forgets bank tokens whose key is lost; those banks must be linked again')
    .action(({ yes: isSure = false }) =>
      answer((installation) => forgetLostTokens(installation, { isSure })),
    );
}

/** Deletes secrets that no key opens, so that the server starts. Throws an `AdminError` with the numbers unless `isSure`. */
export async function forgetLostTokens(
  { db, tokenKeys }: Installation,
  { isSure }: { isSure: boolean },
): Promise<string> {
  const tokenBox = new TokenBox(await tokenKeys.read());
  const lost = await findLost(db, tokenBox, isSure);
  const secrets = listOf(lost);
  if (secrets === '') return 'The keys open every stored secret. Nothing was forgotten.';
  if (!isSure) throw new AdminError(`No key opens ${secrets}. To forget them, add --yes.`);
  const banks = lost.banks > 0 ? ' Those banks must be linked again.' : '';
  const devices = lost.pushKeys > 0 ? ' Notifications must be turned on again on each device.' : '';
  return `Forgotten: ${secrets}.${banks}${devices}`;
}

function listOf({ banks, removals, pushKeys }: Lost): string {
  const kinds = [
    banks === 0 ? '' : banks === 1 ? 'one bank login' : `${banks} bank logins`,
    removals === 0 ? '' : removals === 1 ? 'one pending disconnection' : `${removals} pending disconnections`,
    pushKeys === 0 ? '' : 'the key for notifications',
  ];
  return new Intl.ListFormat('en-US').format(kinds.filter((kind) => kind !== ''));
}

async function findLost(db: DatabasePool, tokenBox: TokenBox, forgets: boolean): Promise<Lost> {
  const lost = { banks: 0, removals: 0, pushKeys: 0 };
  for (let after: SealedToken | null = null, isLast = false; !isLast;) {
    const tokens: SealedToken[] = await listTokensOfOtherKeys(db, NO_KEY, { after, limit: BATCH_ROWS });
    const unopened = tokens.filter(({ secret, connectionId }) => !tokenBox.opens(secret, connectionId));
    if (forgets) {
      await inTransaction(db, async (tx) => {
        for (const token of unopened) await forgetToken(tx, token);
      });
    }
    lost.banks += unopened.length;
    after = tokens.at(-1) ?? null;
    isLast = tokens.length < BATCH_ROWS;
  }
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
