import { testBanksPath } from '@oinkly/contract/own-paths';
import { z } from 'zod';
import { ask } from '../../../../monitoring/ask.ts';
import { fine, look, type Finding } from '../../../../monitoring/finding.ts';
import { readSettings, type Settings } from '../../../../settings/setting.ts';
import { webAddress } from '../../../../settings/setting-values.ts';
import type { ProviderDefinition } from '../../provider-definition.ts';
import { RequestBudget } from './request-budget.ts';
import { SimplefinProvider } from './simplefin-provider.ts';

const ID = 'simplefin';
const BRIDGE = 'https://bridge.simplefin.org/simplefin';
/** SimpleFIN's own, the second one for developers. */
const HOSTS = ['bridge.simplefin.org', 'beta-bridge.simplefin.org'];

const settings = {
  SIMPLEFIN_URL: {
    schema: z.union([
      z.literal('off'),
      z
        .string()
        .transform((list) => list.split(',').map((part) => part.trim()))
        .pipe(z.array(z.union([z.literal('any'), webAddress])).min(1)),
    ]),
    help: "addresses of SimpleFIN servers with a comma between, 'any' for every public one, or 'off' to offer none",
    group: 'Banks',
    about:
      'Other SimpleFIN servers with a comma between, also in your own network; `any` for every public one; `off` to offer none.',
    unset: 'SimpleFIN’s own',
    example: 'https://bridge.simplefin.org/simplefin',
    see: 'banks.md#simplefin',
  },
} satisfies Settings;

/** SimpleFIN, beside its test banks if they run. */
export const simplefin: ProviderDefinition = {
  id: ID,
  name: 'SimpleFIN',
  settings,
  offeredBy: 'remove SIMPLEFIN_URL=off',
  testBanks: { insteadOf: [] },
  configure(environment, { publicUrl, runsTestBanks }) {
    const servers = readServers(environment);
    if (!servers) return null;
    const { serverUrl, trustedOrigins, ...allowed } = servers;
    return {
      id: ID,
      check: () => check(serverUrl),
      open: ({ db, clock, log }) =>
        new SimplefinProvider({
          tokenPageUrl: `${serverUrl}/create`,
          testTokenPageUrl: runsTestBanks ? `${testBanksPath(ID)}/create` : null,
          trustedOrigins: [...trustedOrigins, ...(runsTestBanks ? [publicUrl.origin] : [])],
          ...allowed,
          budget: new RequestBudget({ db, clock }),
          clock,
          log,
        }),
    };
  },
};

export interface SimplefinServers {
  /** Where users get setup tokens, without a slash at its end. */
  serverUrl: string;
  /** Origins that may have a private address, because the operator named them. */
  trustedOrigins: readonly string[];
  /** Other hosts that setup tokens may lead to. */
  allowedHosts: readonly string[];
  /** Whether they may lead to every public host. */
  allowsAnyHost: boolean;
}

/** Returns what the operator named, or null for none. Users get their tokens from the first address. */
export function readServers(environment: NodeJS.ProcessEnv): SimplefinServers | null {
  const given = readSettings(settings, environment).SIMPLEFIN_URL ?? [BRIDGE];
  if (given === 'off') return null;
  const [first = BRIDGE, ...others] = given.filter((part) => part !== 'any');
  const named = [first, ...others].map((address) => new URL(address));
  return {
    serverUrl: new URL(first).href.replace(/\/+$/, ''),
    trustedOrigins: named.filter(({ host }) => !HOSTS.includes(host)).map(({ origin }) => origin),
    allowedHosts: named.some(({ host }) => HOSTS.includes(host)) ? HOSTS : [],
    allowsAnyHost: given.includes('any'),
  };
}

async function check(serverUrl: string): Promise<Finding[]> {
  const url = new URL(`${serverUrl}/info`);
  const answer = await ask(url);
  if ('reason' in answer) {
    return [
      look('SimpleFIN', `${url.host} can’t be reached (${answer.reason}). SIMPLEFIN_URL=off offers none.`),
    ];
  }
  return [
    answer.status === 200
      ? fine('SimpleFIN', `${url.host} answers.`)
      : look('SimpleFIN', `${url.href} answers with ${answer.status}: check SIMPLEFIN_URL.`),
  ];
}
