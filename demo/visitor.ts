import type { SyncStatus } from '@oinkly/contract/endpoints';
import { linkTestBank } from '@oinkly/server/test-support/bank-visit';
import { HttpVisitor } from '@oinkly/server/test-support/http-visitor';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './demo-folder.ts';

/** A logged-in user of pages and API. */
export interface Visitor {
  person: Person;
  /** Throws when the API refuses. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Links the user's bank through Hosted Link. */
  linkBank: () => Promise<void>;
  /** Waits for the bank's history. Throws when the sync fails. */
  untilImported: () => Promise<void>;
}

const POLL_MS = 100;

/** Signs up on the identity provider's pages. Deletes the account of an unfinished demo first. */
export async function signUpAnew(origin: string, person: Person): Promise<Visitor> {
  const { email, password } = person;
  const visitor = await new HttpVisitor().visit(`${origin}/api/login`);
  await visitor.visit(visitor.link('Create an account'));
  await visitor.submit('Create an account', { email, password });
  const isKnown = visitor.status === 422;
  if (!isKnown) return visitorOf(origin, person, visitor);
  const before = visitorOf(origin, person, await logIn(origin, person));
  await before.call('DELETE', '/api/user/account');
  return signUpAnew(origin, person);
}

async function logIn(origin: string, { email, password }: Person): Promise<HttpVisitor> {
  const visitor = await new HttpVisitor().visit(`${origin}/api/login`);
  return visitor.submit('Log in', { email, password });
}

function visitorOf(origin: string, person: Person, visitor: HttpVisitor): Visitor {
  const call: Visitor['call'] = async (method, path, body) => {
    const { status, json } = await visitor.call(method, `${origin}${path}`, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  return {
    person,
    call,
    linkBank: () => linkTestBank(visitor, origin, person.bank),
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
