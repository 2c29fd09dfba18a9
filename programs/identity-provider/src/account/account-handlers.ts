import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { removeOtherAccess } from '../also-remove.ts';
import type { CurrentProvider } from '../oidc/current-provider.ts';
import type { IdentityProviderOptions, OtherAccess } from '../options.ts';
import { refuseForeignForm, sendPage } from '../page-replies.ts';
import { type AccountDeed, halfDonePage } from '../pages/account-page.ts';
import type { Removals } from '../pages/also-remove-fields.ts';
import type { Site } from '../pages/layout.ts';
import { isSameOrigin } from '../same-origin.ts';
import { type AccountLogin, accountLoginUrl, findAccountLogin } from './account-login.ts';

export interface AccountHandlersParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  site: Site;
  issuer: URL;
  onLoginsEnded: IdentityProviderOptions['onLoginsEnded'];
  otherAccess: readonly OtherAccess[];
}

type Handler<R extends object = object> = (
  login: AccountLogin,
  request: FastifyRequest<R>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

interface Made {
  deed: AccountDeed;
  /** In seconds since 1970. */
  loginTs: number | undefined;
  removals?: Removals;
}

/** What all routes of the account page share. */
export class AccountHandlers {
  readonly #parts: AccountHandlersParts;

  constructor(parts: AccountHandlersParts) {
    this.#parts = parts;
  }

  /** Requires a recent login and a form from these pages; otherwise sends the user to log in first. */
  withLogin<R extends object>(handler: Handler<R>) {
    const { provider, pool, site, issuer } = this.#parts;
    return async (request: FastifyRequest<R>, reply: FastifyReply): Promise<FastifyReply> => {
      if (request.method === 'POST' && !isSameOrigin(request.headers, issuer.origin)) {
        return refuseForeignForm(request, reply, site);
      }
      const login = await findAccountLogin({ provider: await provider.get(), pool }, request, reply);
      return login === undefined
        ? reply.redirect(accountLoginUrl(issuer.href), 303)
        : handler(login, request, reply);
    };
  }

  /**
   * Lets the application end its sessions, and keeps this one. The change stands even if either fails.
   * @returns what failed, for the user
   */
  async endElsewhere(
    { session, account }: AccountLogin,
    request: FastifyRequest,
    { loginTs, removals }: Omit<Made, 'deed'>,
  ): Promise<string[]> {
    const { site, onLoginsEnded, otherAccess } = this.#parts;
    const problems: string[] = [];
    const attempt = async (work: () => Promise<void> | undefined, failure: string, problem: string) => {
      try {
        await work();
      } catch (error) {
        request.log.error({ err: error, accountId: account.id }, failure);
        problems.push(problem);
      }
    };
    // First, because it runs once, while an unsaved session stays unchanged.
    await attempt(
      () => onLoginsEnded?.(account.id, request),
      'The application could not end its sessions',
      `Other devices may still be logged in to ${site.productName}. Sign them out under My Account.`,
    );
    if (removals) {
      const { remaining } = await removeOtherAccess(otherAccess, removals, account.id, request.log);
      for (const name of remaining)
        problems.push(`${name} may still work. Remove them in ${site.productName}.`);
    }
    await attempt(
      () => keep(session, loginTs),
      'The session of a change was not written down',
      'You may need to log in again in this browser.',
    );
    return problems;
  }

  /** Like `endElsewhere`, and shows the account page or what failed. */
  async doneEverywhere(
    login: AccountLogin,
    request: FastifyRequest,
    reply: FastifyReply,
    { deed, ...made }: Made,
  ): Promise<FastifyReply> {
    const { site } = this.#parts;
    const problems = await this.endElsewhere(login, request, made);
    return problems.length === 0
      ? this.done(reply, deed)
      : sendPage(reply.code(500), halfDonePage(site, { email: login.account.email, deed, problems }));
  }

  done(reply: FastifyReply, deed: AccountDeed): FastifyReply {
    return reply.redirect(`${this.#parts.site.basePath}/account?done=${deed}`, 303);
  }
}

async function keep(session: AccountLogin['session'], loginTs: number | undefined): Promise<void> {
  session.loginTs = loginTs;
  session.authorizations = {};
  await session.persist();
}
