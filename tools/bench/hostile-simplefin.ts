import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { words } from './costliest-input.ts';
import { EQUAL_CENTS } from './costliest-owner.ts';

/* A thread with a SimpleFIN server whose answers are at the limits. The user name of an access URL says how it answers. */

export const HOSTILE_MODES = [
  'purchases equal to manual expenses',
  'equal refunds and purchases',
  'twin accounts',
  'most accounts',
  'longest names',
] as const;

const MAX_ROWS = 20_000;
const MAX_ACCOUNTS = 1_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const DAY_S = 86_400;
/** Requests for older days get nothing. */
const RECENT_S = 20 * DAY_S;

interface Row {
  id: string;
  posted: number;
  amount: string;
  description: string;
  payee: string;
}

function rowsOf(count: number, rowOf: (index: number) => Partial<Row>): Row[] {
  const posted = Math.floor(Date.now() / 1000) - 12 * DAY_S;
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    posted,
    amount: `-${EQUAL_CENTS / 100}`,
    description: 'Shop',
    payee: 'Shop',
    ...rowOf(index),
  }));
}

function accountsOf(mode: number): Row[][] {
  switch (mode) {
    case 0:
      return [rowsOf(MAX_ROWS, (index) => ({ payee: words(150, index % 50) }))];
    case 1:
      return [
        rowsOf(MAX_ROWS, (index) => ({
          amount: index % 2 === 0 ? `-${1 + index / 100}` : String(900_000 + index / 100),
        })),
      ];
    case 2:
      return [0, 1].map(() =>
        rowsOf(MAX_ROWS / 2 - 100, (index) => (index < 6 ? { amount: `-${2 + index}.50` } : {})),
      );
    case 3:
      return Array.from({ length: MAX_ACCOUNTS }, () => rowsOf(MAX_ROWS / MAX_ACCOUNTS, () => ({})));
    default: {
      const nameLength = Math.floor(MAX_ANSWER_BYTES / MAX_ROWS / 2) - 60;
      return [
        rowsOf(MAX_ROWS, (index) => ({
          description: words(nameLength, index),
          payee: words(nameLength, index + 1),
        })),
      ];
    }
  }
}

function answerOf(mode: number, isBalances: boolean, isOld: boolean): string {
  const rows = accountsOf(mode);
  return JSON.stringify({
    errlist: [],
    connections: [{ conn_id: `c${mode}`, name: 'Hostile', org_id: `hostile-${mode}`, org_name: 'Hostile' }],
    accounts: rows.map((transactions, index) => ({
      id: `a${index}`,
      name: 'Checking',
      conn_id: `c${mode}`,
      currency: 'USD',
      balance: '10.00',
      'balance-date': Math.floor(Date.now() / 1000),
      ...(!isBalances && { transactions: isOld ? [] : transactions }),
    })),
  });
}

if (parentPort) {
  const answers = new Map<string, string>();
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x');
    const [, claimedMode] = /^\/claim\/(\d+)-/.exec(pathname) ?? [];
    if (incoming.method === 'POST' && claimedMode !== undefined) {
      response.end(
        `http://${claimedMode}:password@${incoming.headers.host ?? ''}${pathname.replace('claim', 'access')}`,
      );
      return;
    }
    const credentials = Buffer.from(incoming.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
    const mode = Number(credentials.split(':')[0]);
    const end = Number(searchParams.get('end-date') ?? Infinity);
    const [isBalances, isOld] = [searchParams.has('balances-only'), end < Date.now() / 1000 - RECENT_S];
    const key = `${mode} ${isBalances} ${isOld}`;
    const answer = answers.get(key) ?? answerOf(mode, isBalances, isOld);
    answers.set(key, answer);
    response.setHeader('content-type', 'application/json').end(answer);
  });
  server.listen(0, '127.0.0.1', () => {
    parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
