import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { credentialsError } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import type { Institution } from '../institutions.ts';
import { findLinkSession, type LinkSession } from '../storage/link-sessions.ts';
import { findLinkToken, type LinkToken } from '../storage/link-tokens.ts';
import {
  answerOauthLogin,
  findOauthLogin,
  type OauthAnswer,
  type OauthLogin,
} from '../storage/oauth-logins.ts';
import { bankOf } from './flow.ts';
import { bankConsentPage, bankDonePage } from './oauth-pages.ts';
import { closedPage, displayedClientName, type Problem } from './pages.ts';
import { formTarget, noStore, sendPage } from './send-page.ts';

const bankParameters = z.object({ oauthStateId: z.string() });
const consentForm = z.object({
  decision: z.enum(['allow', 'refuse']).catch('allow'),
  username: z.string().max(200).catch(''),
  password: z.string().max(200).catch(''),
});

interface BankLogin {
  oauth: OauthLogin;
  token: LinkToken;
  session: LinkSession;
  bank: Institution;
}

/** The OAuth bank knows Link only by an `oauth_state_id`. */
export function serveBank(app: FastifyInstance, emulator: Emulator, basePath: string): void {
  const { database } = emulator;

  function find(request: FastifyRequest): BankLogin | null {
    const { oauthStateId } = bankParameters.parse(request.params);
    const oauth = findOauthLogin(database, oauthStateId);
    const session = oauth === null ? null : findLinkSession(database, oauth.linkSessionId);
    const token = session === null ? null : findLinkToken(database, session.linkToken);
    const bank = session === null ? null : bankOf(session);
    return oauth === null || session === null || token === null || bank === null
      ? null
      : { oauth, token, session, bank };
  }

  /** Null when Link waits in another window. */
  function returnAddress({ token, session, oauth }: BankLogin): string | null {
    const query = `?oauth_state_id=${oauth.oauthStateId}`;
    if (session.widgetId === null) {
      return `${emulator.publicUrl}/hosted-link/${token.hostedLinkId ?? ''}/oauth-return${query}`;
    }
    return token.request.redirectUri === null ? null : `${token.request.redirectUri}${query}`;
  }

  const policyFor = (address: string | null) =>
    `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${formTarget(address)}; base-uri 'none'; frame-ancestors 'none'`;

  function sendUnknown(reply: FastifyReply): FastifyReply {
    const page = closedPage(
      { basePath, appearance: null, frameState: null },
      'This request does not exist',
      'Start over from where you came.',
      null,
    );
    return sendPage(reply, 404, policyFor(null), page);
  }

  function sendDone(reply: FastifyReply, status: number, { bank }: BankLogin): FastifyReply {
    const text = 'You can close this window and go back to where you started.';
    return sendPage(reply, status, policyFor(null), bankDonePage(basePath, bank, 'All done', text));
  }

  function sendConsent(
    reply: FastifyReply,
    bankLogin: BankLogin,
    enteredUsername: string,
    problem: Problem | null,
  ): FastifyReply {
    const { token, bank, oauth } = bankLogin;
    const page = bankConsentPage(
      basePath,
      bank,
      displayedClientName(token.request.clientName),
      `${basePath}/oauth-bank/${oauth.oauthStateId}`,
      enteredUsername,
      problem,
    );
    return sendPage(reply, 200, policyFor(returnAddress(bankLogin)), page);
  }

  const isOver = ({ oauth, session }: BankLogin) =>
    oauth.answer !== null || oauth.isProcessed || session.finishedAt !== null;

  app.get('/oauth-bank/:oauthStateId', async (request, reply) => {
    const bankLogin = find(request);
    if (bankLogin === null) return sendUnknown(reply);
    return isOver(bankLogin) ? sendDone(reply, 410, bankLogin) : sendConsent(reply, bankLogin, '', null);
  });

  app.post('/oauth-bank/:oauthStateId', async (request, reply) => {
    const bankLogin = find(request);
    if (bankLogin === null) return sendUnknown(reply);
    if (isOver(bankLogin)) return sendDone(reply, 410, bankLogin);
    const { decision, username, password } = consentForm.parse(request.body ?? {});
    let answer: OauthAnswer = { kind: 'refused' };
    if (decision === 'allow') {
      const error = credentialsError(username.trim(), password);
      if (error?.code === 'INVALID_CREDENTIALS') {
        const message = error.displayMessage ?? error.message;
        return sendConsent(reply, bankLogin, username, { code: error.code, message });
      }
      answer =
        error === null
          ? { kind: 'granted', username: username.trim() }
          : { kind: 'failed', code: error.code };
    }
    answerOauthLogin(database, bankLogin.oauth.oauthStateId, answer);
    const address = returnAddress(bankLogin);
    return address === null ? sendDone(reply, 200, bankLogin) : noStore(reply).redirect(address, 303);
  });
}
