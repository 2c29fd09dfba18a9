import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { findInstitution, searchInstitutions, supportedCountry } from '../institutions.ts';
import { createLedger } from '../ledger/ledger.ts';
import { personAt } from '../link-item.ts';
import { listAccounts } from '../storage/items.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import { findLastOauthVisit } from '../storage/oauth-visits.ts';
import { type Door, hostedDoor, widgetDoor } from './doors.ts';
import {
  bankOf,
  chooseInstitution,
  connect,
  giveConsent,
  itemToUpdate,
  leave,
  noteSearch,
  offeredAccounts,
  showExitQuestion,
  showView,
  submitAnswers,
  submitCredentials,
  type Visit,
} from './flow.ts';
import { mfaPage } from './mfa-page.ts';
import { oauthPage, toBankPage } from './oauth-pages.ts';
import { openOauth, returnFromBank } from './oauth.ts';
import {
  accountsPage,
  connectedPage,
  consentPage,
  exitQuestionPage,
  institutionsPage,
  loginPage,
  type OfferedAccount,
  type PageFrame,
  type Problem,
} from './pages.ts';
import { noStore, sendForEver } from './send-page.ts';
import { serveBank } from './serve-bank.ts';
import { serveWidget } from './serve-widget.ts';
import { lastStep, missingStep, stepAfterLogin } from './steps.ts';
import { stylesheet, stylesheetName } from './stylesheet.ts';

const visitParameters = z.object({ key: z.string() });
const searchQuery = z.object({ q: z.string().max(100).catch('') });
const returnQuery = z.object({ oauth_state_id: z.string().catch('') });
const institutionForm = z.object({ institution_id: z.string() });
const loginForm = z.object({
  username: z.string().max(200).catch(''),
  password: z.string().max(200).catch(''),
});
// One field of a name comes as a text, several as a list, none not at all.
const texts = z.union([z.array(z.string()), z.string().transform((value) => [value])]).catch([]);
const accountsForm = z.object({ account: texts });
const answersForm = z.object({ answer: texts });

/** A request for a step of somebody's visit. */
interface Call {
  visit: Visit;
  reply: FastifyReply;
  request: FastifyRequest;
  linkPath: string;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function accountKind(subtype: string): string {
  return subtype.charAt(0).toUpperCase() + subtype.slice(1);
}

function problemOf({ state }: LinkSession): Problem | null {
  if (state.error === null) return null;
  const { error_code: code, display_message: message } = state.error;
  // Without words for people it is a matter of the developers'.
  return {
    code,
    message: message ?? 'Your bank could not be connected. Try again later, or choose another one.',
  };
}

/** The steps of Link, behind one of its doors. */
function serveSteps(app: FastifyInstance, emulator: Emulator, door: Door, route: string): void {
  /** Answers a request for a step of the flow, or says why there is none. */
  function step(
    handle: (call: Call) => FastifyReply,
    whenFinished: (call: Call) => FastifyReply = ({ reply, visit }) => door.showOver(reply, visit),
  ) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { key } = visitParameters.parse(request.params);
      const found = door.find(key);
      if (found === null) {
        return door.close(reply, {
          status: 404,
          visit: null,
          heading: 'This link does not exist',
          text: 'Check the address, or start over from where you came.',
          code: 'INVALID_LINK_TOKEN',
        });
      }
      const { token } = found;
      const visit: Visit = { token, session: found.open() };
      if (token.itemId !== null && itemToUpdate(emulator, token) === null) {
        return door.close(reply, {
          status: 410,
          visit,
          heading: 'This connection was removed',
          text: 'There is nothing left to log in to. Start over from where you came.',
          code: 'ITEM_NOT_FOUND',
        });
      }
      if (token.expiresAt <= emulator.now().toISOString()) {
        return door.close(reply, {
          status: 410,
          visit,
          heading: 'This link has expired',
          text: 'Links work for a short time only. To get a new one, start over from where you came.',
          code: 'INVALID_LINK_TOKEN',
        });
      }
      const call: Call = { visit, reply, request, linkPath: `${door.path}/${key}` };
      return visit.session.finishedAt === null ? handle(call) : whenFinished(call);
    };
  }

  const goTo = ({ reply, linkPath }: Call, page: string): FastifyReply =>
    noStore(reply).redirect(`${linkPath}${page}`, 303);
  const toMissingStep = (call: Call) => goTo(call, missingStep(call.visit));

  const bankAddress = (oauthStateId: string) => `${emulator.publicUrl}/oauth-bank/${oauthStateId}`;

  const isUpdate = ({ visit }: Call): boolean => visit.token.itemId !== null;
  const backFromLogin = (call: Call): string =>
    isUpdate(call) ? call.linkPath : `${call.linkPath}/institutions`;

  function offered({ token, session }: Visit, institutionId: string): OfferedAccount[] {
    const ledger = createLedger(personAt(institutionId), emulator.seed);
    const item = itemToUpdate(emulator, token);
    const shared = item === null ? null : listAccounts(emulator.database, item.itemId);
    return offeredAccounts(token, institutionId).map((account) => ({
      value: account.role,
      name: account.name,
      kind: accountKind(account.subtype),
      mask: account.mask,
      money: dollars.format(ledger.balanceCents(account, emulator.today()) / 100),
      moneyMeaning: account.type === 'credit' ? 'owed' : 'balance',
      checked: session.state.nothingChosen
        ? false
        : (shared?.some(({ role }) => role === account.role) ?? true),
    }));
  }

  app.get(
    route,
    step((call) => {
      const session = showView(emulator, call.visit, 'CONSENT');
      const bank = isUpdate(call) ? bankOf(session) : null;
      return door.show(call.reply, { ...call.visit, session }, (frame) => consentPage(frame, bank));
    }),
  );

  app.post(
    `${route}/consent`,
    step((call) => {
      const session = giveConsent(emulator, call.visit);
      return goTo(call, missingStep({ ...call.visit, session }));
    }),
  );

  app.get(
    `${route}/institutions`,
    step((call) => {
      const { visit } = call;
      if (!visit.session.state.consented || isUpdate(call)) return toMissingStep(call);
      const query = searchQuery.parse(call.request.query).q.trim();
      const isServed = visit.token.request.countryCodes.includes(supportedCountry);
      const found = isServed ? searchInstitutions(query) : [];
      let session = showView(emulator, visit, 'SELECT_INSTITUTION');
      if (query !== '') session = noteSearch(emulator, visit, query, found.length);
      return door.show(call.reply, { ...visit, session }, (frame) => institutionsPage(frame, query, found));
    }),
  );

  app.post(
    `${route}/institutions`,
    step((call) => {
      const { visit } = call;
      if (!visit.session.state.consented || isUpdate(call)) return toMissingStep(call);
      const form = institutionForm.safeParse(call.request.body);
      const bank = form.success ? findInstitution(form.data.institution_id) : null;
      if (bank === null) return goTo(call, '/institutions');
      const session = chooseInstitution(emulator, visit, bank);
      return goTo(call, missingStep({ ...visit, session }));
    }),
  );

  app.get(
    `${route}/login`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      if (!visit.session.state.consented || bank === null || bank.oauth) return toMissingStep(call);
      const session = showView(emulator, visit, 'CREDENTIAL');
      return door.show(call.reply, { ...visit, session }, (frame) =>
        loginPage(frame, bank, session.state.typedUsername, problemOf(session), backFromLogin(call)),
      );
    }),
  );

  app.post(
    `${route}/login`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      if (!visit.session.state.consented || bank === null || bank.oauth) return toMissingStep(call);
      const { username, password } = loginForm.parse(call.request.body ?? {});
      const session = submitCredentials(emulator, visit, username.trim(), password);
      return goTo(call, stepAfterLogin(emulator, { ...visit, session }));
    }),
  );

  app.get(
    `${route}/mfa`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      const [challenge] = visit.session.state.challenged?.open ?? [];
      if (bank === null || challenge === undefined) return toMissingStep(call);
      const session = showView(emulator, visit, 'MFA');
      return door.show(call.reply, { ...visit, session }, (frame) =>
        mfaPage(frame, bank, challenge, problemOf(session), `${call.linkPath}/login`),
      );
    }),
  );

  app.post(
    `${route}/mfa`,
    step((call) => {
      if (call.visit.session.state.challenged === null) return toMissingStep(call);
      const { answer } = answersForm.parse(call.request.body ?? {});
      const answers = answer.map((text) => text.trim());
      const session = submitAnswers(emulator, call.visit, answers);
      return goTo(call, stepAfterLogin(emulator, { ...call.visit, session }));
    }),
  );

  app.get(
    `${route}/oauth`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      if (!visit.session.state.consented || bank?.oauth !== true) return toMissingStep(call);
      const session = showView(emulator, visit, 'OAUTH');
      const opensWindow = door.bankWindow(visit.token) === 'own';
      return door.show(
        call.reply,
        { ...visit, session },
        (frame) => oauthPage(frame, bank, problemOf(session), opensWindow, backFromLogin(call)),
        { waitsForBank: opensWindow },
      );
    }),
  );

  app.post(
    `${route}/oauth`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      if (!visit.session.state.consented || bank?.oauth !== true) return toMissingStep(call);
      const oauthStateId = openOauth(emulator, visit);
      if (door.bankWindow(visit.token) === 'around') return goTo(call, '/oauth/go');
      return noStore(call.reply).redirect(bankAddress(oauthStateId), 303);
    }),
  );

  app.get(
    `${route}/oauth/go`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      const oauth = findLastOauthVisit(emulator.database, visit.session.linkSessionId);
      if (bank === null || oauth === null || oauth.answer !== null) return toMissingStep(call);
      const address = bankAddress(oauth.oauthStateId);
      const render = (frame: PageFrame) => toBankPage(frame, bank, address);
      return door.show(call.reply, visit, render, { redirect: address });
    }),
  );

  // A path in plain text, or nothing as long as the bank waits for its customer.
  const sendPath = (reply: FastifyReply, path: string) => noStore(reply).type('text/plain').send(path);
  app.get(
    `${route}/oauth/answer`,
    step(
      ({ visit, reply, linkPath }) => {
        const oauth = findLastOauthVisit(emulator.database, visit.session.linkSessionId);
        const isThere = oauth !== null && oauth.answer !== null && !oauth.isProcessed;
        return sendPath(
          reply,
          isThere ? `${linkPath}/oauth-return?oauth_state_id=${oauth.oauthStateId}` : '',
        );
      },
      ({ reply, linkPath }) => sendPath(reply, linkPath),
    ),
  );

  app.get(
    `${route}/oauth-return`,
    step((call) => {
      const { oauth_state_id: oauthStateId } = returnQuery.parse(call.request.query);
      const session = returnFromBank(emulator, call.visit, oauthStateId);
      return goTo(call, stepAfterLogin(emulator, { ...call.visit, session }));
    }),
  );

  app.get(
    `${route}/accounts`,
    step((call) => {
      const { visit } = call;
      const bank = bankOf(visit.session);
      if (bank === null || visit.session.state.authenticatedAs === null) return toMissingStep(call);
      const session = showView(emulator, visit, 'SELECT_ACCOUNT');
      const accounts = offered({ ...visit, session }, bank.institutionId);
      return door.show(call.reply, { ...visit, session }, (frame) =>
        accountsPage(frame, bank, accounts, session.state.nothingChosen, backFromLogin(call)),
      );
    }),
  );

  app.post(
    `${route}/accounts`,
    step(
      (call) => {
        const { visit } = call;
        const bank = bankOf(visit.session);
        if (bank === null || visit.session.state.authenticatedAs === null) return toMissingStep(call);
        const wanted = accountsForm.parse(call.request.body ?? {}).account;
        const chosen = offeredAccounts(visit.token, bank.institutionId).filter(({ role }) =>
          wanted.includes(role),
        );
        connect(emulator, visit, chosen);
        return goTo(call, chosen.length === 0 ? '/accounts' : '/connected');
      },
      // The form was sent twice: the first one counts.
      (call) => goTo(call, '/connected'),
    ),
  );

  app.get(
    `${route}/connected`,
    step(toMissingStep, ({ visit, reply }) => {
      const { outcome } = visit.session.state;
      const bank = bankOf(visit.session);
      if (outcome?.kind !== 'connected' || bank === null) return door.showOver(reply, visit);
      const { length } = listAccounts(emulator.database, outcome.itemId);
      return door.show(reply, visit, (frame) =>
        connectedPage(
          frame,
          bank,
          length,
          frame.frameState !== null || visit.token.request.completionRedirectUri !== null,
        ),
      );
    }),
  );

  app.get(
    `${route}/exit`,
    step((call) => {
      const session = showExitQuestion(emulator, call.visit);
      return door.show(call.reply, { ...call.visit, session }, exitQuestionPage, { asksToLeave: true });
    }),
  );

  app.get(
    `${route}/resume`,
    step((call) => goTo(call, lastStep(call.visit))),
  );

  app.get(`${route}/over`, step(toMissingStep));

  const end = ({ reply, visit }: Call) => door.end(reply, visit);

  app.post(`${route}/finish`, step(toMissingStep, end));

  app.post(
    `${route}/leave`,
    step(({ reply, visit }) => door.end(reply, { ...visit, session: leave(emulator, visit) }), end),
  );

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'link page failed');
    return door.close(reply, {
      status: 500,
      visit: null,
      heading: 'Something went wrong',
      text: 'Nothing was changed. Try again in a moment.',
      code: 'INTERNAL_SERVER_ERROR',
    });
  });
}

/** The pages of Link: Hosted Link under `/hosted-link`, the widget under `/link`, and the pages of the bank that has its own. */
export async function serveLink(app: FastifyInstance, emulator: Emulator): Promise<void> {
  await app.register(formbody);
  const basePath = new URL(emulator.publicUrl).pathname.replace(/\/$/, '');
  const hosted = hostedDoor({ emulator, basePath });
  const widget = widgetDoor({ emulator, basePath });

  app.get(`/hosted-link/assets/${stylesheetName}`, async (_request, reply) =>
    sendForEver(reply, 'text/css', stylesheet),
  );
  await app.register(async (pages) => serveSteps(pages, emulator, hosted, '/hosted-link/:key'));
  await app.register(async (pages) => {
    serveSteps(pages, emulator, widget, '/link/visit/:key');
    serveWidget(pages, emulator, widget);
  });
  await app.register(async (pages) => serveBank(pages, emulator, basePath));
}
