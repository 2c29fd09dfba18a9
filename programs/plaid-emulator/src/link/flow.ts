import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { PersonAccount } from '@oinkly/test-banks/people';
import { challengesOf, credentialsError, expectedAnswers } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import { findInstitution, type Institution, personAt } from '../institutions.ts';
import { addAccounts, linkItem, refreshBalances } from '../link-item.ts';
import { namedError } from '../named-errors.ts';
import type { PlaidError } from '../plaid-error.ts';
import { clearItemError, findItem, type Item, listAccounts, setShared } from '../storage/items.ts';
import {
  type Challenge,
  findHostedSession,
  findLinkSession,
  insertLinkEvent,
  insertLinkSession,
  type LinkHost,
  type LinkSession,
  listLinkEvents,
  saveLinkSession,
} from '../storage/link-sessions.ts';
import type { LinkToken } from '../storage/link-tokens.ts';
import { issuePublicToken } from '../storage/public-tokens.ts';
import { changeTransactions, listTransactionIds } from '../storage/transactions.ts';
import { writeHistoryOfNewAccounts } from '../sync/bring-up-to-date.ts';
import { withLinkOutcome } from '../webhooks/link-outcome.ts';

/** Plaid's `view_name`s. */
type View =
  'CONSENT' | 'SELECT_INSTITUTION' | 'CREDENTIAL' | 'MFA' | 'OAUTH' | 'SELECT_ACCOUNT' | 'CONNECTED';

export interface OpenLink {
  token: LinkToken;
  session: LinkSession;
}

export function bankOf({ state }: LinkSession): Institution | null {
  return state.institutionId === null ? null : findInstitution(state.institutionId);
}

/** Stores an event in the caller's transaction. */
export function record(
  emulator: Emulator,
  session: LinkSession,
  name: string,
  metadata: Record<string, string> = {},
): void {
  const bank = bankOf(session);
  insertLinkEvent(emulator.database, session.linkSessionId, name, emulator.now().toISOString(), {
    ...(bank === null ? {} : { institution_id: bank.institutionId, institution_name: bank.name }),
    ...metadata,
    request_id: newRequestId(),
  });
}

/** Stores an error, which an exit would report, in the caller's transaction. */
export function fail(emulator: Emulator, session: LinkSession, error: PlaidError): void {
  const { error_type, error_code, error_message, display_message } = error.body;
  session.state.error = { error_type, error_code, error_message, display_message };
  record(emulator, session, 'ERROR', { error_type, error_code, error_message });
}

/** Null for a new item or a deleted one. */
export function itemToUpdate(emulator: Emulator, token: LinkToken): Item | null {
  return token.itemId === null ? null : findItem(emulator.database, token.itemId);
}

function beginSession(emulator: Emulator, token: LinkToken, host: LinkHost | null): LinkSession {
  const session = insertLinkSession(emulator.database, {
    linkToken: token.linkToken,
    institutionId: itemToUpdate(emulator, token)?.institutionId ?? null,
    startedAt: emulator.now().toISOString(),
    host,
  });
  record(emulator, session, 'OPEN');
  return session;
}

/** Returns the token's session on Hosted Link, begun at the first request. There is only one. */
export function openHostedSession(emulator: Emulator, token: LinkToken): LinkSession {
  return inTransaction(
    emulator.database,
    () => findHostedSession(emulator.database, token.linkToken) ?? beginSession(emulator, token, null),
  );
}

/** A token can have many. */
export function openWidgetSession(emulator: Emulator, token: LinkToken, host: LinkHost): LinkSession {
  return inTransaction(emulator.database, () => beginSession(emulator, token, host));
}

/** Changes an open session in one transaction; returns a finished one unchanged. */
export function change(
  emulator: Emulator,
  { token, session: { linkSessionId } }: OpenLink,
  work: (session: LinkSession) => void,
): LinkSession {
  return inTransaction(emulator.database, () => {
    const session = findLinkSession(emulator.database, linkSessionId);
    if (session === null) throw new Error('The session has ended.');
    if (session.finishedAt !== null) return session;
    withLinkOutcome(emulator, token, session, () => work(session));
    saveLinkSession(emulator.database, session);
    return session;
  });
}

function mfaType(challenge: Challenge | undefined): Record<string, string> {
  return challenge === undefined ? {} : { mfa_type: challenge.kind };
}

/** Records a view; the same view again (a reload) is no transition. */
export function showView(emulator: Emulator, openLink: OpenLink, view: View): LinkSession {
  return change(emulator, openLink, (session) => {
    const { state } = session;
    const challenge = view === 'MFA' ? state.challenged?.open[0] : undefined;
    if (state.lastView === view) return;
    state.lastView = view;
    record(emulator, session, 'TRANSITION_VIEW', { view_name: view, ...mfaType(challenge) });
  });
}

/** Records the exit question without moving the session. */
export function showExitQuestion(emulator: Emulator, openLink: OpenLink): LinkSession {
  return change(emulator, openLink, (session) => {
    const [last] = listLinkEvents(emulator.database, session.linkSessionId);
    if (last?.event_metadata['view_name'] === 'EXIT') return;
    record(emulator, session, 'TRANSITION_VIEW', { view_name: 'EXIT' });
  });
}

export function giveConsent(emulator: Emulator, openLink: OpenLink): LinkSession {
  return change(emulator, openLink, ({ state }) => {
    state.consented = true;
  });
}

export function noteSearch(
  emulator: Emulator,
  openLink: OpenLink,
  query: string,
  found: number,
): LinkSession {
  return change(emulator, openLink, (session) => {
    session.state.searchFoundNothing = found === 0;
    record(emulator, session, 'SEARCH_INSTITUTION', { institution_search_query: query });
  });
}

/** Chooses a bank and drops what was done at another one. */
export function chooseInstitution(
  emulator: Emulator,
  openLink: OpenLink,
  institution: Institution,
): LinkSession {
  return change(emulator, openLink, (session) => {
    const { state } = session;
    state.institutionId = institution.institutionId;
    state.authenticatedAs = null;
    state.bankMasks = null;
    state.challenged = null;
    state.enteredUsername = '';
    state.error = null;
    state.nothingChosen = false;
    state.searchFoundNothing = false;
    record(emulator, session, 'SELECT_INSTITUTION');
  });
}

function recordWait(emulator: Emulator, session: LinkSession): void {
  session.state.lastView = 'LOADING';
  record(emulator, session, 'TRANSITION_VIEW', { view_name: 'LOADING' });
}

export function submitCredentials(
  emulator: Emulator,
  openLink: OpenLink,
  username: string,
  password: string,
): LinkSession {
  return change(emulator, openLink, (session) => {
    const { state } = session;
    record(emulator, session, 'SUBMIT_CREDENTIALS');
    recordWait(emulator, session);
    state.enteredUsername = username;
    state.authenticatedAs = null;
    state.challenged = null;
    state.error = null;
    const error = credentialsError(username, password);
    if (error !== null) {
      fail(emulator, session, error);
      return;
    }
    const open = challengesOf(username, password);
    if (open.length === 0) state.authenticatedAs = username;
    else state.challenged = { username, open };
  });
}

/** Afterwards the state holds the next challenge, the user or the error. */
export function submitAnswers(
  emulator: Emulator,
  openLink: OpenLink,
  answers: readonly string[],
): LinkSession {
  return change(emulator, openLink, (session) => {
    const { state } = session;
    const [challenge, ...next] = state.challenged?.open ?? [];
    if (state.challenged === null || challenge === undefined) return;
    record(emulator, session, 'SUBMIT_MFA', mfaType(challenge));
    recordWait(emulator, session);
    state.error = null;
    if (expectedAnswers(challenge).some((expected, index) => answers[index] !== expected)) {
      fail(emulator, session, namedError('INVALID_MFA'));
    } else if (next.length > 0) {
      state.challenged.open = next;
    } else {
      state.authenticatedAs = state.challenged.username;
      state.challenged = null;
    }
  });
}

/** Accounts that the user can share, without those left out at the bank. */
export function offeredAccounts({ token, session }: OpenLink, institutionId: string): PersonAccount[] {
  const filter = token.request.accountSubtypes;
  const { bankMasks } = session.state;
  return personAt(institutionId).accounts.filter(
    ({ type, subtype, mask }) =>
      (filter === null ||
        (filter[type]?.some((wanted) => wanted === subtype || wanted === 'all') ?? false)) &&
      (bankMasks === null || bankMasks.includes(mask)),
  );
}

function addItem(
  emulator: Emulator,
  token: LinkToken,
  institutionId: string,
  chosen: readonly PersonAccount[],
): Item {
  return linkItem(emulator, {
    institutionId,
    roles: chosen.map(({ role }) => role),
    products: token.request.products,
    webhook: token.request.webhook,
    daysRequested: token.request.daysRequested,
  });
}

/** Removes other accounts, and adds new ones with their history. */
function changeAccounts(emulator: Emulator, item: Item, chosen: readonly PersonAccount[]): void {
  const before = listAccounts(emulator.database, item.itemId);
  changeTransactions(emulator.database, item.itemId, (changes) => {
    for (const account of before) {
      if (chosen.some(({ role }) => role === account.role)) continue;
      setShared(emulator.database, item.itemId, account.role, false);
      for (const id of listTransactionIds(emulator.database, account.accountId)) changes.remove(id);
    }
  });
  addAccounts(
    emulator,
    item,
    chosen.map(({ role }) => role),
  );
  refreshBalances(emulator, item);
  const added = listAccounts(emulator.database, item.itemId).filter(
    ({ accountId }) => !before.some((account) => account.accountId === accountId),
  );
  writeHistoryOfNewAccounts(emulator, item, added);
}

/** `chosen` is null to keep the shared accounts of a repaired login; an empty choice doesn't finish. */
export function connect(
  emulator: Emulator,
  openLink: OpenLink,
  chosen: readonly PersonAccount[] | null,
): LinkSession {
  const { token } = openLink;
  return change(emulator, openLink, (session) => {
    const { institutionId } = session.state;
    if (institutionId === null) throw new Error('No bank was chosen.');
    session.state.nothingChosen = chosen?.length === 0;
    if (session.state.nothingChosen) return;
    const existing = itemToUpdate(emulator, token);
    const item = existing ?? addItem(emulator, token, institutionId, chosen ?? []);
    if (existing !== null) {
      clearItemError(emulator.database, existing.itemId);
      if (chosen !== null) changeAccounts(emulator, existing, chosen);
    }
    const publicToken = issuePublicToken(emulator.database, item.itemId, emulator.now());
    session.state.outcome = { kind: 'connected', itemId: item.itemId, publicToken };
    session.state.lastView = 'CONNECTED';
    record(emulator, session, 'TRANSITION_VIEW', { view_name: 'CONNECTED' });
    record(emulator, session, 'HANDOFF');
    session.finishedAt = emulator.now().toISOString();
  });
}

const unsupported = ['INSTITUTION_NOT_SUPPORTED', 'INSTITUTION_NO_LONGER_SUPPORTED'];

const challengeStatuses = {
  device: 'choose_device',
  code: 'requires_code',
  questions: 'requires_questions',
  selections: 'requires_selections',
} as const satisfies Record<Challenge['kind'], string>;

/** Plaid's `LinkSessionExitMetadata.status` for leaving now. */
export function exitStatusOf({ state }: LinkSession): string {
  const [challenge] = state.challenged?.open ?? [];
  if (state.outcome?.kind === 'left') return state.outcome.exitStatus;
  if (state.outcome?.kind === 'connected') return 'connected';
  if (state.lastView === 'SELECT_INSTITUTION') {
    return state.searchFoundNothing ? 'institution_not_found' : 'requires_credentials';
  }
  if (state.error !== null && unsupported.includes(state.error.error_code))
    return 'institution_not_supported';
  if (state.lastView === 'MFA' && challenge !== undefined) return challengeStatuses[challenge.kind];
  if (state.lastView === 'SELECT_ACCOUNT') return 'requires_account_selection';
  // After a failed OAuth login the user must log in again.
  return state.lastView === 'OAUTH' && state.error === null ? 'requires_oauth' : 'requires_credentials';
}

export function leave(emulator: Emulator, openLink: OpenLink): LinkSession {
  return change(emulator, openLink, (session) => {
    const exitStatus = exitStatusOf(session);
    session.state.outcome = { kind: 'left', exitStatus };
    const { error } = session.state;
    record(emulator, session, 'EXIT', {
      exit_status: exitStatus,
      ...(error === null
        ? {}
        : { error_type: error.error_type, error_code: error.error_code, error_message: error.error_message }),
    });
    session.finishedAt = emulator.now().toISOString();
  });
}
