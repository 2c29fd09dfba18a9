import { request as requests, type BrowserContext } from '@playwright/test';
import { startMailServer } from '@oinkly/server/test-support/mail-server';
import type { ReceivedMail } from '@oinkly/server/test-support/read-mail';
import { startFixedTimeServer } from '../e2e/support/fixed-time-server.ts';
import { finishOnboarding, signUp } from '../e2e/support/test-user.ts';
import type { Who } from './scenes.ts';

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** A server at the scenes' time, with their users. */
export interface SceneServer {
  origin: string;
  mails: readonly ReceivedMail[];
  cookiesOf(who: Who): Promise<Cookies>;
  stop(): Promise<void>;
}

export async function startSceneServer({ sendsMail = true } = {}): Promise<SceneServer> {
  const mail = await startMailServer();
  const settings = { SMTP_URL: mail.url.href, MAIL_FROM: 'oinkly@example.org' };
  const server = await startFixedTimeServer({ settings: sendsMail ? settings : {} });
  const known = new Map<Who, Promise<Cookies>>();
  return {
    origin: server.origin,
    mails: mail.mails,
    cookiesOf: (who) => {
      if (who === 'visitor') return Promise.resolve([]);
      // One user would exceed the limit on link sessions.
      if (who === 'linker') return sessionOf(server.origin, who);
      const cookies = known.get(who) ?? sessionOf(server.origin, who);
      known.set(who, cookies);
      return cookies;
    },
    stop: async () => {
      await server.stop();
      await mail.close();
    },
  };
}

async function sessionOf(origin: string, who: Exclude<Who, 'visitor'>): Promise<Cookies> {
  const request = await requests.newContext();
  const user = await signUp(request, origin);
  if (who !== 'newcomer') await finishOnboarding(user);
  if (who === 'spender') await user.linkBank(730);
  const { cookies } = await request.storageState();
  await request.dispose();
  return cookies;
}
