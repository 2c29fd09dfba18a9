import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Bench, type LoggedRequest, ScenarioRefused, type StepResult, TargetGone } from './bench.ts';

const createdToken = z.object({ token_id: z.string(), setup_token: z.string() });
const token = createdToken.extend({
  claimed_at: z.string().nullable(),
  disabled_at: z.string().nullable(),
  connections: z.array(
    z.object({
      conn_id: z.string(),
      bank: z.string(),
      accounts: z.array(z.object({ account_id: z.string(), name: z.string(), role: z.string() })),
    }),
  ),
});
const tokenList = z.object({ tokens: z.array(token) });
const requestList = z.object({
  requests: z.array(
    z.object({
      number: z.number(),
      kind: z.enum(['all_accounts', 'per_account']),
      at: z.string(),
      query: z.string(),
    }),
  ),
});

type Token = z.infer<typeof token>;
export type Connection = Token['connections'][number];

/** The banks of one token, as a scenario changes them. */
export interface SimplefinBank {
  bench: Bench;
  /** As it is now. Throws ScenarioRefused without a token in use, and TargetGone once it is disabled. */
  token(): Promise<Token>;
  /** The token's first bank. Throws as `token` does. */
  connection(): Promise<Connection>;
  /** Changes rows of the first bank's checking account. */
  change(...changes: object[]): Promise<StepResult>;
  /** The same at the second bank. Throws ScenarioRefused without one. */
  changeOther(...changes: object[]): Promise<StepResult>;
  /** Makes the app's next requests fail; without `requests`, all of them until `mend`. */
  fail(fault: object, requests?: number): Promise<StepResult>;
  mend(): Promise<StepResult>;
  /** Ends all problems of the token. */
  clearProblems(): Promise<StepResult>;
  /** A new setup token whose claim is answered with a fault. */
  tokenWithClaim(fault: object): Promise<StepResult>;
  /** The same id for the same name, as long as the scenario runs. */
  id(name: string): string;
  /** Forgets the requests so far, for the check. Throws as `token` does. */
  watch(): Promise<StepResult>;
  /** Those that the app has sent since `watch`, or since it got the token. */
  requests(): Promise<LoggedRequest[]>;
}

/** The newest token in use, or the given one, is found at the first step that needs it, and kept. */
export function createSimplefinBank(bench: Bench, givenTokenId: string | null): SimplefinBank {
  const run = randomUUID().slice(0, 8);
  const faultIds: string[] = [];
  let tokenId = givenTokenId;
  let lastSeenNumber = 0;

  async function tokenInUse(): Promise<Token> {
    const { tokens } = tokenList.parse(await bench.simplefin('/tokens/list'));
    const isInUse = (one: Token) => one.claimed_at !== null && one.disabled_at === null;
    const found = tokens.find((one) => isInUse(one) && (tokenId === null || one.token_id === tokenId));
    if (found === undefined && tokenId !== null) {
      throw new TargetGone('The token of this scenario was disabled. Start the scenario again.');
    }
    if (found === undefined) throw new ScenarioRefused('Give your app a SimpleFIN setup token first.');
    tokenId = found.token_id;
    return found;
  }
  async function connection(position = 0): Promise<Connection> {
    const found = (await tokenInUse()).connections[position];
    if (found === undefined) throw new ScenarioRefused('The token has too few banks. Make another one.');
    return found;
  }
  async function change(position: number, changes: object[]): Promise<StepResult> {
    const { conn_id, accounts } = await connection(position);
    const account = accounts.find(({ role }) => role === 'checking');
    await bench.simplefin('/transactions/change', { conn_id, account_id: account?.account_id, changes });
    return {};
  }

  async function allRequests(): Promise<LoggedRequest[]> {
    // Those of a token that was disabled show why.
    if (tokenId === null) return [];
    return requestList.parse(await bench.simplefin('/requests/list', { token_id: tokenId })).requests;
  }

  return {
    bench,
    token: tokenInUse,
    connection: () => connection(),
    change: (...changes) => change(0, changes),
    changeOther: (...changes) => change(1, changes),
    async fail(fault, requests) {
      const { token_id } = await tokenInUse();
      const { fault_id } = await bench.simplefin('/faults/add', { token_id, fault, requests });
      faultIds.push(String(fault_id));
      return {};
    },
    async mend() {
      for (const fault_id of faultIds.splice(0)) await bench.simplefin('/faults/clear', { fault_id });
      return {};
    },
    async clearProblems() {
      const { token_id } = await tokenInUse();
      await bench.simplefin('/problems/clear', { token_id });
      return {};
    },
    async tokenWithClaim(fault) {
      const banks = { banks: ['platypus'], history_days: 30 };
      const { token_id, setup_token } = createdToken.parse(await bench.simplefin('/tokens/create', banks));
      await bench.simplefin('/faults/add', { path: '/claim', token_id, fault });
      return { setup_token };
    },
    id: (name) => `${name}-${run}`,
    async watch() {
      await tokenInUse();
      lastSeenNumber = (await allRequests()).at(-1)?.number ?? lastSeenNumber;
      return {};
    },
    requests: async () => (await allRequests()).filter(({ number }) => number > lastSeenNumber),
  };
}
