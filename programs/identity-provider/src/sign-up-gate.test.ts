import { expect, test } from 'vitest';
import type { SignUpGate } from './options.ts';
import { signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const REFUSAL = 'Ask Ana for an invitation.';

/** Refuses when asked, or only when the account would be created. */
function refusing(when: { first: boolean }): SignUpGate {
  return {
    refusalOf: async () => (when.first ? REFUSAL : undefined),
    admit: async () => ({ refusal: REFUSAL }),
  };
}

const countAccounts = async () => (await servers.database.query('SELECT FROM identity.accounts')).rowCount;

test('a host can refuse sign-up: a page says why instead of the form [SEC-26]', async () => {
  const { address, party } = await servers.startWithParty({ signUp: refusing({ first: true }) });
  const { browser, page } = await openLogIn(address, party);
  const refused = await browser.open(`${page.url.pathname}/sign-up`);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain(REFUSAL);
  expect(refused.text).not.toContain('<form');
});

test('a host can refuse at the last moment, and no account is created [SEC-26]', async () => {
  const { address, party } = await servers.startWithParty({ signUp: refusing({ first: false }) });
  const { landed } = await signUp(address, party, ANA);
  expect(landed.status).toBe(403);
  expect(landed.text).toContain(REFUSAL);
  expect(await countAccounts()).toBe(0);
});

test('a double click logs in, although its permission is used up [SEC-26]', async () => {
  let isLeft = true;
  const once: SignUpGate = {
    refusalOf: async () => (isLeft ? undefined : REFUSAL),
    admit: async (_request, create) => {
      isLeft = false;
      return { created: await create() };
    },
  };
  const { address, party } = await servers.startWithParty({ signUp: once });
  const { browser, flow, page } = await openLogIn(address, party);
  const form = await browser.open(`${page.url.pathname}/sign-up`);
  await browser.submitAndLeave(form, ANA);
  const landed = await browser.submit(form, ANA);
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
  expect(await countAccounts()).toBe(1);
});
