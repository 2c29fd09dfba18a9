import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { findInstitution, type Institution, searchInstitutions, supportedCountry } from '../institutions.ts';
import { createLedger } from '../ledger/ledger.ts';
import { personAt } from '../link-item.ts';
import { listAccounts } from '../storage/items.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import { findHostedLink, type LinkToken } from '../storage/link-tokens.ts';
import {
  chooseInstitution,
  connect,
  giveConsent,
  itemToUpdate,
  leave,
  noteSearch,
  offeredAccounts,
  openSession,
  showView,
  submitCredentials,
} from './flow.ts';
import {
  accountsPage,
  closedPage,
  connectedPage,
  consentPage,
  displayedClientName,
  institutionsPage,
  loginPage,
  type OfferedAccount,
  type PageFrame,
} from './pages.ts';
import { stylesheet, stylesheetName } from './stylesheet.ts';

const linkParameters = z.object({ hostedLinkId: z.string() });
const searchQuery = z.object({ q: z.string().max(100).catch('') });
const institutionForm = z.object({ institution_id: z.string() });
const loginForm = z.object({
  username: z.string().max(200).catch(''),
  password: z.string().max(200).catch(''),
});
const accountsForm = z.object({
  // One checked box comes as a text, several as a list, none not at all.
  account: z.union([z.array(z.string()), z.string().transform((role) => [role])]).catch([]),
});

/** A person's visit: the link they came by and where they stand. */
interface Visit {
  token: LinkToken;
  session: LinkSession;
  frame: PageFrame;
  reply: FastifyReply;
  request: FastifyRequest;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Sources for forms: this page, and where the last form leads to, because browsers check the redirect as well. */
function formTargets(token: LinkToken | null): string {
  const address = token?.request.completionRedirectUri ?? null;
  if (address === null || !URL.canParse(address)) return "'self'";
  const { origin, protocol } = new URL(address);
  return `'self' ${origin === 'null' ? protocol : origin}`;
}

function sendPage(reply: FastifyReply, status: number, token: LinkToken | null, page: string): FastifyReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      // The address is a secret: it may be told to these pages only, never to where they lead.
      .header('referrer-policy', 'same-origin')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; img-src data:; form-action ${formTargets(token)}; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(page)
  );
}

function accountKind(subtype: string): string {
  return subtype.charAt(0).toUpperCase() + subtype.slice(1);
}

/** The Hosted Link pages under `/hosted-link`. */
export async function serveHostedLink(app: FastifyInstance, emulator: Emulator): Promise<void> {
  await app.register(formbody);
  const basePath = new URL(emulator.publicUrl).pathname.replace(/\/$/, '');

  const returnAddress = ({ request }: LinkToken) =>
    request.completionRedirectUri === null
      ? null
      : { address: request.completionRedirectUri, clientName: displayedClientName(request.clientName) };

  function sendClosed(
    reply: FastifyReply,
    status: number,
    token: LinkToken | null,
    heading: string,
    text: string,
  ) {
    const page = closedPage(basePath, heading, text, token === null ? null : returnAddress(token));
    return sendPage(reply, status, token, page);
  }

  function sendUsed({ reply, token, session }: Visit): FastifyReply {
    const left = session.state.outcome?.kind === 'left';
    return sendClosed(
      reply,
      410,
      token,
      left ? 'You left Bank Link' : 'This link was already used',
      left
        ? 'Nothing was connected. To try again, start over from where you came.'
        : 'Your bank is connected. A link works only once.',
    );
  }

  /** Answers a request for a step of the flow, or says why there is none. */
  function step(
    handle: (visit: Visit) => FastifyReply,
    whenFinished: (visit: Visit) => FastifyReply = sendUsed,
  ) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { hostedLinkId } = linkParameters.parse(request.params);
      const token = findHostedLink(emulator.database, hostedLinkId);
      if (token === null) {
        return sendClosed(
          reply,
          404,
          null,
          'This link does not exist',
          'Check the address, or start over from where you came.',
        );
      }
      const expired = token.expiresAt <= emulator.now().toISOString();
      const gone = token.itemId !== null && itemToUpdate(emulator, token) === null;
      if (gone) {
        return sendClosed(
          reply,
          410,
          token,
          'This connection was removed',
          'There is nothing left to log in to. Start over from where you came.',
        );
      }
      if (expired) {
        return sendClosed(
          reply,
          410,
          token,
          'This link has expired',
          'Links work for a short time only. To get a new one, start over from where you came.',
        );
      }
      const frame: PageFrame = {
        basePath,
        linkPath: `${basePath}/hosted-link/${hostedLinkId}`,
        clientName: displayedClientName(token.request.clientName),
      };
      const visit: Visit = { token, session: openSession(emulator, token), frame, reply, request };
      return visit.session.finishedAt === null ? handle(visit) : whenFinished(visit);
    };
  }

  const goTo = ({ frame, reply }: Visit, page: string): FastifyReply =>
    reply.header('cache-control', 'no-store').redirect(`${frame.linkPath}${page}`, 303);

  /** Ends the visit: back to the client, or a page that says that it is over. */
  function goBack({ token, reply }: Visit): FastifyReply {
    const address = token.request.completionRedirectUri;
    if (address !== null) return reply.header('cache-control', 'no-store').redirect(address, 303);
    return sendClosed(reply, 200, token, 'You left Bank Link', 'You can close this window.');
  }

  /** The bank of the session, for the steps that need one; null sends the person back to choose. */
  const bankOf = ({ state }: LinkSession): Institution | null =>
    state.institutionId === null ? null : findInstitution(state.institutionId);

  const updating = ({ token }: Visit): boolean => token.itemId !== null;
  const backFromLogin = (visit: Visit): string =>
    updating(visit) ? visit.frame.linkPath : `${visit.frame.linkPath}/institutions`;

  function toCurrentStep(visit: Visit): FastifyReply {
    const { state } = visit.session;
    if (!state.consented) return goTo(visit, '');
    return goTo(visit, state.institutionId === null ? '/institutions' : '/login');
  }

  function offered({ token, session }: Visit, institutionId: string): OfferedAccount[] {
    const ledger = createLedger(personAt(institutionId), emulator.seed);
    const item = token.itemId === null ? null : itemToUpdate(emulator, token);
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

  app.get(`/hosted-link/assets/${stylesheetName}`, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(stylesheet),
  );

  app.get(
    '/hosted-link/:hostedLinkId',
    step((visit) => {
      const session = showView(emulator, visit.token, 'CONSENT');
      return sendPage(
        visit.reply,
        200,
        visit.token,
        consentPage(visit.frame, updating(visit) ? bankOf(session) : null),
      );
    }),
  );

  app.post(
    '/hosted-link/:hostedLinkId/consent',
    step((visit) => {
      giveConsent(emulator, visit.token);
      return goTo(visit, updating(visit) ? '/login' : '/institutions');
    }),
  );

  app.get(
    '/hosted-link/:hostedLinkId/institutions',
    step((visit) => {
      if (!visit.session.state.consented || updating(visit)) return toCurrentStep(visit);
      const query = searchQuery.parse(visit.request.query).q.trim();
      const served = visit.token.request.countryCodes.includes(supportedCountry);
      const found = served ? searchInstitutions(query) : [];
      showView(emulator, visit.token, 'SELECT_INSTITUTION');
      if (query !== '') noteSearch(emulator, visit.token, query, found.length);
      return sendPage(visit.reply, 200, visit.token, institutionsPage(visit.frame, query, found));
    }),
  );

  app.post(
    '/hosted-link/:hostedLinkId/institutions',
    step((visit) => {
      if (!visit.session.state.consented || updating(visit)) return toCurrentStep(visit);
      const form = institutionForm.safeParse(visit.request.body);
      const bank = form.success ? findInstitution(form.data.institution_id) : null;
      if (bank === null) return goTo(visit, '/institutions');
      chooseInstitution(emulator, visit.token, bank);
      return goTo(visit, '/login');
    }),
  );

  app.get(
    '/hosted-link/:hostedLinkId/login',
    step((visit) => {
      const bank = bankOf(visit.session);
      if (!visit.session.state.consented || bank === null) return toCurrentStep(visit);
      const { state } = showView(emulator, visit.token, 'CREDENTIAL');
      const problem =
        state.error === null
          ? null
          : {
              code: state.error.error_code,
              message: state.error.display_message ?? state.error.error_message,
            };
      const page = loginPage(visit.frame, bank, state.typedUsername, problem, backFromLogin(visit));
      return sendPage(visit.reply, 200, visit.token, page);
    }),
  );

  app.post(
    '/hosted-link/:hostedLinkId/login',
    step((visit) => {
      if (!visit.session.state.consented || bankOf(visit.session) === null) return toCurrentStep(visit);
      const { username, password } = loginForm.parse(visit.request.body ?? {});
      const { state } = submitCredentials(emulator, visit.token, username.trim(), password);
      if (state.authenticatedAs === null) return goTo(visit, '/login');
      if (updating(visit) && !visit.token.request.accountSelectionEnabled) {
        connect(emulator, visit.token, null);
        return goTo(visit, '/connected');
      }
      return goTo(visit, '/accounts');
    }),
  );

  app.get(
    '/hosted-link/:hostedLinkId/accounts',
    step((visit) => {
      const bank = bankOf(visit.session);
      if (bank === null || visit.session.state.authenticatedAs === null) return toCurrentStep(visit);
      const { state } = showView(emulator, visit.token, 'SELECT_ACCOUNT');
      const accounts = offered(visit, bank.institutionId);
      const page = accountsPage(visit.frame, bank, accounts, state.nothingChosen, backFromLogin(visit));
      return sendPage(visit.reply, 200, visit.token, page);
    }),
  );

  app.post(
    '/hosted-link/:hostedLinkId/accounts',
    step(
      (visit) => {
        const bank = bankOf(visit.session);
        if (bank === null || visit.session.state.authenticatedAs === null) return toCurrentStep(visit);
        const wanted = accountsForm.parse(visit.request.body ?? {}).account;
        const chosen = offeredAccounts(visit.token, bank.institutionId).filter(({ role }) =>
          wanted.includes(role),
        );
        connect(emulator, visit.token, chosen);
        return goTo(visit, chosen.length === 0 ? '/accounts' : '/connected');
      },
      // The form was sent twice: the first one counts.
      (visit) => goTo(visit, '/connected'),
    ),
  );

  app.get(
    '/hosted-link/:hostedLinkId/connected',
    step(toCurrentStep, (visit) => {
      const { outcome } = visit.session.state;
      const bank = bankOf(visit.session);
      if (outcome?.kind !== 'connected' || bank === null) return sendUsed(visit);
      const { length } = listAccounts(emulator.database, outcome.itemId);
      const page = connectedPage(visit.frame, bank, length, returnAddress(visit.token) !== null);
      return sendPage(visit.reply, 200, visit.token, page);
    }),
  );

  app.post('/hosted-link/:hostedLinkId/finish', step(toCurrentStep, goBack));

  app.post(
    '/hosted-link/:hostedLinkId/leave',
    step((visit) => {
      leave(emulator, visit.token);
      return goBack(visit);
    }, goBack),
  );

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'hosted link page failed');
    return sendClosed(
      reply,
      500,
      null,
      'Something went wrong',
      'Nothing was changed. Try again in a moment.',
    );
  });
}
