import { testBanksPath } from '@oinkly/contract/own-paths';
import { routes } from '@oinkly/contract/routes';
import { z } from 'zod';
import { ConfigError } from '../../../../errors/config-error.ts';
import { ask } from '../../../../monitoring/ask.ts';
import { fine, wrong, type Finding } from '../../../../monitoring/finding.ts';
import { parsed } from '../../../../monitoring/parsed.ts';
import { areSet, readSettings, type Settings } from '../../../../settings/setting.ts';
import { text, webAddress, wholeNumber } from '../../../../settings/setting-values.ts';
import type { BankCredentials, ProviderDefinition } from '../../provider-definition.ts';
import { PlaidProvider } from './plaid-provider.ts';
import { isPlaidItself } from './plaid-widget.ts';

const ID = 'plaid';
const HOSTS = { sandbox: 'https://sandbox.plaid.com', production: 'https://production.plaid.com' } as const;

const settings = {
  PLAID_CLIENT_ID: {
    schema: text,
    help: "Plaid's client id",
    group: 'Banks',
    about: 'The client id of your account at Plaid. Set the secret too.',
    unset: 'no Plaid',
    example: "'<client id>'",
    see: 'banks.md#plaid-trial',
  },
  PLAID_SECRET: {
    schema: text,
    help: "Plaid's secret",
    group: 'Banks',
    about: 'The secret of your account at Plaid.',
    unset: 'required with `PLAID_CLIENT_ID`',
    example: "'<secret>'",
    isSecret: true,
  },
  PLAID_ENV: {
    schema: z.enum(['sandbox', 'production']),
    help: "'sandbox' or 'production'",
    group: 'Banks',
    about: 'Which Plaid the secret is for: `sandbox` or `production`.',
    unset: '`sandbox`',
    example: 'sandbox',
  },
  PLAID_BASE_URL: {
    schema: webAddress,
    help: "the address of Plaid's API or of an emulator",
    group: 'Banks',
    about: 'Another address that speaks Plaid’s API.',
    unset: 'Plaid’s own',
    example: 'https://plaid.example',
  },
  PLAID_LINK_LIMIT: {
    schema: wholeNumber.pipe(z.int().min(1)),
    help: 'how many connections your Plaid plan allows in all, a whole number',
    group: 'Banks',
    about: 'How many connections your Plaid plan allows in all, ended ones included: `10` for Plaid Trial.',
    unset: 'no limit',
    example: '10',
    see: 'banks.md#plaid-trial',
  },
} satisfies Settings;

/** Plaid, an emulator of it, or its test banks beside the app. */
export const plaid: ProviderDefinition = {
  id: ID,
  name: 'Plaid',
  settings,
  offeredBy: 'set PLAID_CLIENT_ID and PLAID_SECRET',
  testBanks: {
    insteadOf: ['PLAID_CLIENT_ID', 'PLAID_SECRET', 'PLAID_BASE_URL'] satisfies (keyof typeof settings)[],
  },
  configure(environment, { publicUrl, runsTestBanks }) {
    const account = readAccount(environment, publicUrl);
    if (runsTestBanks) {
      return {
        id: ID,
        check: async () => [fine('Plaid', 'Test banks. Real ones need PLAID_CLIENT_ID and PLAID_SECRET.')],
        open: ({ testBanks: { origin, credentials, headers }, clock, log }) => {
          const baseUrl = `${origin}${testBanksPath(ID)}`;
          return new PlaidProvider({
            baseUrl,
            ...credentials,
            widgetUrl: testBanksPath(ID),
            webhookUrl: webhookUrl(baseUrl, publicUrl),
            headers,
            clock,
            log,
          });
        },
      };
    }
    if (!account) return null;
    return {
      id: ID,
      check: () => check(account),
      open: ({ clock, log }) =>
        new PlaidProvider({ ...account, webhookUrl: webhookUrl(account.baseUrl, publicUrl), clock, log }),
    };
  },
};

export interface PlaidAccount extends BankCredentials {
  baseUrl: string;
  /** How many connections the plan allows in all; null without a limit. */
  linkLimit: number | null;
}

/** Returns the operator's account at Plaid; null without one. */
export function readAccount(environment: NodeJS.ProcessEnv, publicUrl: URL): PlaidAccount | null {
  const given = readSettings(settings, environment);
  const hasAccount = areSet(given, 'PLAID_CLIENT_ID', 'PLAID_SECRET');
  const baseUrl = given.PLAID_BASE_URL?.replace(/\/+$/, '') ?? null;
  if (given.PLAID_ENV && !hasAccount) {
    throw new ConfigError('PLAID_ENV needs PLAID_CLIENT_ID and PLAID_SECRET.');
  }
  if (given.PLAID_LINK_LIMIT !== null && !hasAccount && baseUrl === null) {
    throw new ConfigError('PLAID_LINK_LIMIT needs PLAID_CLIENT_ID and PLAID_SECRET.');
  }
  if (baseUrl === `${publicUrl.origin}${testBanksPath(ID)}`) {
    throw new ConfigError(
      'PLAID_BASE_URL is wrong: for the test banks of this server, set TEST_BANKS=on instead.',
    );
  }
  if (!hasAccount) return null;
  return {
    clientId: given.PLAID_CLIENT_ID ?? '',
    secret: given.PLAID_SECRET ?? '',
    baseUrl: baseUrl ?? HOSTS[given.PLAID_ENV ?? 'sandbox'],
    linkLimit: given.PLAID_LINK_LIMIT,
  };
}

/** Plaid calls only public HTTPS addresses; an emulator calls any. */
function webhookUrl(baseUrl: string, publicUrl: URL): string | null {
  if (isPlaidItself(baseUrl) && publicUrl.protocol !== 'https:') return null;
  return new URL(routes.receiveWebhook.path.replace(':provider', ID), publicUrl).href;
}

const plaidError = z.object({ error_code: z.string() });

async function check({ baseUrl, clientId, secret }: PlaidAccount): Promise<Finding[]> {
  const answer = await ask(new URL('/institutions/get', baseUrl), {
    method: 'POST',
    json: { client_id: clientId, secret, count: 1, offset: 0, country_codes: ['US'] },
  });
  if ('reason' in answer) return [wrong('Plaid', `${baseUrl} can’t be reached (${answer.reason}).`)];
  if (answer.status === 200) return [fine('Plaid', 'It knows the credentials.')];
  const code = plaidError.safeParse(parsed(answer.body)).data?.error_code;
  return [
    wrong(
      'Plaid',
      code === 'INVALID_API_KEYS'
        ? 'It refuses the credentials: check PLAID_CLIENT_ID, PLAID_SECRET and PLAID_ENV.'
        : `It answers with ${answer.status}${code ? ` ${code}` : ''}.`,
    ),
  ];
}
