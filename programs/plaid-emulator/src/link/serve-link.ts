import formbody from '@fastify/formbody';
import { createLedger } from '@oinkly/test-banks/ledger';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { findInstitution, personAt, searchInstitutions, supportedCountry } from '../institutions.ts';
import { listAccounts } from '../storage/items.ts';
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
  type OpenLink,
} from './flow.ts';
import { texts } from './form-fields.ts';
import { hostedFrontend, type LinkFrontend, widgetFrontend } from './frontends.ts';
import { lastStep, missingStep } from './next-step.ts';
import {
  accountsPage,
  connectedPage,
  consentPage,
  exitQuestionPage,
  institutionsPage,
  type OfferedAccount,
} from './pages.ts';
import { sendForEver } from './send-page.ts';
import { serveBank } from './serve-bank.ts';
import { serveLogin } from './serve-login.ts';
import { serveWidget } from './serve-widget.ts';
import { backFromLogin, type Call, goTo, isUpdate, stepsOf, toMissingStep } from './step.ts';
import { stylesheet, stylesheetName } from './stylesheet.ts';

const searchQuery = z.object({ q: z.string().max(100).catch('') });
const institutionForm = z.object({ institution_id: z.string() });
const accountsForm = z.object({ account: texts });

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function accountKind(subtype: string): string {
  return subtype.charAt(0).toUpperCase() + subtype.slice(1);
}

function serveSteps(app: FastifyInstance, emulator: Emulator, frontend: LinkFrontend, route: string): void {
  const step = stepsOf(emulator, frontend);

  function offered(openLink: OpenLink, institutionId: string): OfferedAccount[] {
    const { token, session } = openLink;
    const ledger = createLedger(personAt(institutionId), emulator.seed);
    const item = itemToUpdate(emulator, token);
    const shared = item === null ? null : listAccounts(emulator.database, item.itemId);
    return offeredAccounts(openLink, institutionId).map((account) => ({
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
      const session = showView(emulator, call.openLink, 'CONSENT');
      const bank = isUpdate(call) ? bankOf(session) : null;
      return frontend.show(call.reply, { ...call.openLink, session }, (frame) => consentPage(frame, bank));
    }),
  );

  app.post(
    `${route}/consent`,
    step((call) => {
      const session = giveConsent(emulator, call.openLink);
      return goTo(call, missingStep({ ...call.openLink, session }));
    }),
  );

  app.get(
    `${route}/institutions`,
    step((call) => {
      const { openLink } = call;
      if (!openLink.session.state.consented || isUpdate(call)) return toMissingStep(call);
      const query = searchQuery.parse(call.request.query).q.trim();
      const isServed = openLink.token.request.countryCodes.includes(supportedCountry);
      const found = isServed ? searchInstitutions(query) : [];
      let session = showView(emulator, openLink, 'SELECT_INSTITUTION');
      if (query !== '') session = noteSearch(emulator, openLink, query, found.length);
      return frontend.show(call.reply, { ...openLink, session }, (frame) =>
        institutionsPage(frame, query, found),
      );
    }),
  );

  app.post(
    `${route}/institutions`,
    step((call) => {
      const { openLink } = call;
      if (!openLink.session.state.consented || isUpdate(call)) return toMissingStep(call);
      const form = institutionForm.safeParse(call.request.body);
      const bank = form.success ? findInstitution(form.data.institution_id) : null;
      if (bank === null) return goTo(call, '/institutions');
      const session = chooseInstitution(emulator, openLink, bank);
      return goTo(call, missingStep({ ...openLink, session }));
    }),
  );

  serveLogin(app, emulator, { frontend, step, route });

  app.get(
    `${route}/accounts`,
    step((call) => {
      const { openLink } = call;
      const bank = bankOf(openLink.session);
      if (bank === null || openLink.session.state.authenticatedAs === null) return toMissingStep(call);
      const session = showView(emulator, openLink, 'SELECT_ACCOUNT');
      const accounts = offered({ ...openLink, session }, bank.institutionId);
      return frontend.show(call.reply, { ...openLink, session }, (frame) =>
        accountsPage(frame, bank, accounts, session.state.nothingChosen, backFromLogin(call)),
      );
    }),
  );

  app.post(
    `${route}/accounts`,
    step(
      (call) => {
        const { openLink } = call;
        const bank = bankOf(openLink.session);
        if (bank === null || openLink.session.state.authenticatedAs === null) return toMissingStep(call);
        const wanted = accountsForm.parse(call.request.body ?? {}).account;
        const chosen = offeredAccounts(openLink, bank.institutionId).filter(({ role }) =>
          wanted.includes(role),
        );
        connect(emulator, openLink, chosen);
        return goTo(call, chosen.length === 0 ? '/accounts' : '/connected');
      },
      // The form was sent twice; the first one counts.
      (call) => goTo(call, '/connected'),
    ),
  );

  app.get(
    `${route}/connected`,
    step(toMissingStep, ({ openLink, reply }) => {
      const { outcome } = openLink.session.state;
      const bank = bankOf(openLink.session);
      if (outcome?.kind !== 'connected' || bank === null) return frontend.showFinished(reply, openLink);
      const { length } = listAccounts(emulator.database, outcome.itemId);
      return frontend.show(reply, openLink, (frame) =>
        connectedPage(
          frame,
          bank,
          length,
          frame.frameState !== null || openLink.token.request.completionRedirectUri !== null,
        ),
      );
    }),
  );

  app.get(
    `${route}/exit`,
    step((call) => {
      const session = showExitQuestion(emulator, call.openLink);
      return frontend.show(call.reply, { ...call.openLink, session }, exitQuestionPage, {
        asksToLeave: true,
      });
    }),
  );

  app.get(
    `${route}/resume`,
    step((call) => goTo(call, lastStep(call.openLink))),
  );

  app.get(`${route}/over`, step(toMissingStep));

  const end = ({ reply, openLink }: Call) => frontend.end(reply, openLink);

  app.post(`${route}/finish`, step(toMissingStep, end));

  app.post(
    `${route}/leave`,
    step(
      ({ reply, openLink }) => frontend.end(reply, { ...openLink, session: leave(emulator, openLink) }),
      end,
    ),
  );

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'link page failed');
    return frontend.close(reply, {
      status: 500,
      token: null,
      session: null,
      heading: 'Something went wrong',
      text: 'Nothing was changed. Try again in a moment.',
      code: 'INTERNAL_SERVER_ERROR',
    });
  });
}

/** Serves Hosted Link under `/hosted-link`, the widget under `/link`, and the OAuth bank. */
export async function serveLink(app: FastifyInstance, emulator: Emulator): Promise<void> {
  await app.register(formbody);
  const basePath = new URL(emulator.publicUrl).pathname.replace(/\/$/, '');
  const hosted = hostedFrontend({ emulator, basePath });
  const widget = widgetFrontend({ emulator, basePath });

  app.get(`/hosted-link/assets/${stylesheetName}`, async (_request, reply) =>
    sendForEver(reply, 'text/css', stylesheet),
  );
  await app.register(async (pages) => serveSteps(pages, emulator, hosted, '/hosted-link/:key'));
  await app.register(async (pages) => {
    serveSteps(pages, emulator, widget, '/link/session/:key');
    serveWidget(pages, emulator, widget);
  });
  await app.register(async (pages) => serveBank(pages, emulator, basePath));
}
