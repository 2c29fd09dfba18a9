import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { SyncStatus } from '@oinkly/contract/banking';
import { linkTestBank } from '@oinkly/server/test-support/link-test-bank';
import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { setTimeout as delay } from 'node:timers/promises';
import type { Profile } from './demo-folder.ts';

export interface DemoUser {
  profile: Profile;
  /** Throws when the API refuses. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Through Hosted Link. */
  linkBank: () => Promise<void>;
  /** A friendship has a row of each user, and a job adds the second one. */
  untilFriends: (count: number) => Promise<void>;
  /** Throws when the sync fails. */
  untilImported: () => Promise<void>;
}

const POLL_MS = 100;

/** Deletes the account of an unfinished demo first. */
export async function createDemoUser(origin: string, profile: Profile): Promise<DemoUser> {
  const { email, password } = profile;
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.open(browser.link('Create an account'));
  await browser.submit('Create an account', { email, password });
  const isKnown = browser.status === 422;
  if (!isKnown) return demoUserOf(origin, profile, browser);
  const before = demoUserOf(origin, profile, await logIn(origin, profile));
  await before.call('DELETE', '/api/user/account');
  return createDemoUser(origin, profile);
}

async function logIn(origin: string, { email, password }: Profile): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  return browser.submit('Log in', { email, password });
}

function demoUserOf(origin: string, profile: Profile, browser: HttpBrowser): DemoUser {
  const call: DemoUser['call'] = async (method, path, body) => {
    const { status, json } = await browser.call(method, `${origin}${path}`, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  return {
    profile,
    call,
    linkBank: () => linkTestBank(browser, origin, profile.bank),
    untilFriends: async (count) => {
      for (;;) {
        const { friends } = (await call('GET', '/api/friends')) as RouteResponse<'listFriends'>;
        if (friends.length === count) return;
        await delay(POLL_MS);
      }
    },
    untilImported: async () => {
      for (;;) {
        const { connections } = (await call('GET', '/api/plaid/sync-status')) as SyncStatus;
        const failed = connections.find(({ error }) => error !== null);
        if (failed) throw new Error(`${failed.institution_name} could not be read: ${failed.error ?? ''}`);
        if (connections.length > 0 && connections.every(({ finished_at }) => finished_at !== null)) return;
        await delay(POLL_MS);
      }
    },
  };
}
