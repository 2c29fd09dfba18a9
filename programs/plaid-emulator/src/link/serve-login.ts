import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { mostQuestions } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import { findLastOauthLogin } from '../storage/oauth-logins.ts';
import type { LinkFrontend } from './frontends.ts';
import { bankOf, showView, submitAnswers, submitCredentials } from './flow.ts';
import { mfaPage } from './mfa-page.ts';
import { stepAfterLogin } from './next-step.ts';
import { oauthPage, toBankPage } from './oauth-pages.ts';
import { openOauth, returnFromBank } from './oauth.ts';
import { loginPage, type PageFrame, type Problem } from './pages.ts';
import { noStore } from './send-page.ts';
import { backFromLogin, goTo, type Step, toMissingStep } from './step.ts';

const returnQuery = z.object({ oauth_state_id: z.string().catch('') });
const loginForm = z.object({
  username: z.string().max(200).catch(''),
  password: z.string().max(200).catch(''),
});
const answersForm = z.record(z.string(), z.string()).catch({});

/** Answers in the questions' order; empty where a field is missing. */
function answersIn(body: unknown): string[] {
  const fields = answersForm.parse(body ?? {});
  return Array.from({ length: mostQuestions }, (_, index) => fields[`answer-${index}`]?.trim() ?? '');
}

function problemOf({ state }: LinkSession): Problem | null {
  if (state.error === null) return null;
  const { error_code: code, display_message: message } = state.error;
  // An error without a display message concerns the developer.
  return {
    code,
    message: message ?? 'Your bank could not be connected. Try again later, or choose another one.',
  };
}

export function serveLogin(
  app: FastifyInstance,
  emulator: Emulator,
  { frontend, step, route }: { frontend: LinkFrontend; step: Step; route: string },
): void {
  const bankAddress = (oauthStateId: string) => `${emulator.publicUrl}/oauth-bank/${oauthStateId}`;

  app.get(
    `${route}/login`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      if (!openLink.session.state.consented || bank === null || bank.oauth) return toMissingStep(call);
      const session = showView(emulator, openLink, 'CREDENTIAL');
      return frontend.show(call.reply, { ...openLink, session }, (frame) =>
        loginPage(frame, bank, session.state.enteredUsername, problemOf(session), backFromLogin(call)),
      );
    }),
  );

  app.post(
    `${route}/login`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      if (!openLink.session.state.consented || bank === null || bank.oauth) return toMissingStep(call);
      const { username, password } = loginForm.parse(call.request.body ?? {});
      const session = submitCredentials(emulator, openLink, username.trim(), password);
      return goTo(call, stepAfterLogin(emulator, { ...openLink, session }));
    }),
  );

  app.get(
    `${route}/mfa`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      const [challenge] = openLink.session.state.challenged?.open ?? [];
      if (bank === null || challenge === undefined) return toMissingStep(call);
      const session = showView(emulator, openLink, 'MFA');
      return frontend.show(call.reply, { ...openLink, session }, (frame) =>
        mfaPage(frame, bank, challenge, problemOf(session), `${call.linkPath}/login`),
      );
    }),
  );

  app.post(
    `${route}/mfa`,
    step((call) => {
      if (call.openLink.session.state.challenged === null) return toMissingStep(call);
      const session = submitAnswers(emulator, call.openLink, answersIn(call.request.body));
      return goTo(call, stepAfterLogin(emulator, { ...call.openLink, session }));
    }),
  );

  app.get(
    `${route}/oauth`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      if (!openLink.session.state.consented || bank?.oauth !== true) return toMissingStep(call);
      const session = showView(emulator, openLink, 'OAUTH');
      const opensWindow = frontend.bankWindow(openLink.token) === 'own';
      return frontend.show(
        call.reply,
        { ...openLink, session },
        (frame) => oauthPage(frame, bank, problemOf(session), opensWindow, backFromLogin(call)),
        { waitsForBank: opensWindow },
      );
    }),
  );

  app.post(
    `${route}/oauth`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      if (!openLink.session.state.consented || bank?.oauth !== true) return toMissingStep(call);
      const oauthStateId = openOauth(emulator, openLink);
      if (frontend.bankWindow(openLink.token) === 'around') return goTo(call, '/oauth/go');
      return noStore(call.reply).redirect(bankAddress(oauthStateId), 303);
    }),
  );

  app.get(
    `${route}/oauth/go`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      const oauth = findLastOauthLogin(emulator.database, openLink.session.linkSessionId);
      if (bank === null || oauth === null || oauth.answer !== null) return toMissingStep(call);
      const address = bankAddress(oauth.oauthStateId);
      const render = (frame: PageFrame) => toBankPage(frame, bank, address);
      return frontend.show(call.reply, openLink, render, { redirect: address });
    }),
  );

  // Plain text; empty while the bank waits for the user.
  const sendPath = (reply: FastifyReply, path: string) => noStore(reply).type('text/plain').send(path);
  app.get(
    `${route}/oauth/answer`,
    step(
      ({ openLink, reply, linkPath }) => {
        const oauth = findLastOauthLogin(emulator.database, openLink.session.linkSessionId);
        const hasAnswer = oauth !== null && oauth.answer !== null && !oauth.isProcessed;
        return sendPath(
          reply,
          hasAnswer ? `${linkPath}/oauth-return?oauth_state_id=${oauth.oauthStateId}` : '',
        );
      },
      ({ reply, linkPath }) => sendPath(reply, linkPath),
    ),
  );

  app.get(
    `${route}/oauth-return`,
    step((call) => {
      const { oauth_state_id: oauthStateId } = returnQuery.parse(call.request.query);
      const session = returnFromBank(emulator, call.openLink, oauthStateId);
      return goTo(call, stepAfterLogin(emulator, { ...call.openLink, session }));
    }),
  );
}
