import { credentialsError } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import { findInstitution, type Institution } from '../institutions.ts';
import type { PersonAccount } from '../ledger/people.ts';
import { addAccounts, linkItem, personAt, refreshBalances } from '../link-item.ts';
import { inTransaction } from '../storage/database.ts';
import { clearItemError, findItem, type Item, listAccounts, setShared } from '../storage/items.ts';
import {
  insertLinkEvent,
  insertLinkSession,
  type LinkSession,
  listLinkSessions,
  saveLinkSession,
} from '../storage/link-sessions.ts';
import type { LinkToken } from '../storage/link-tokens.ts';
import { issuePublicToken } from '../storage/public-tokens.ts';
import { changeTransactions, listTransactionIds } from '../storage/transactions.ts';
import { writeHistoryOfNewAccounts } from '../sync/bring-up-to-date.ts';
import { withLinkOutcome } from '../webhooks/link-outcome.ts';

/** Plaid's names of the views of Link that the pages show. */
type View = 'CONSENT' | 'SELECT_INSTITUTION' | 'CREDENTIAL' | 'SELECT_ACCOUNT' | 'CONNECTED';

function bankOf(session: LinkSession): Institution | null {
  return session.state.institutionId === null ? null : findInstitution(session.state.institutionId);
}

function record(
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

/** The item that an update-mode token is for; null for a token that makes a new item, or when the item is gone. */
export function itemToUpdate(emulator: Emulator, token: LinkToken): Item | null {
  return token.itemId === null ? null : findItem(emulator.database, token.itemId);
}

/** The session of a link token, begun at the first visit. A hosted link has one session. */
export function openSession(emulator: Emulator, token: LinkToken): LinkSession {
  return inTransaction(emulator.database, () => {
    const [existing] = listLinkSessions(emulator.database, token.linkToken);
    if (existing !== undefined) return existing;
    const institutionId = itemToUpdate(emulator, token)?.institutionId ?? null;
    const session = insertLinkSession(
      emulator.database,
      token.linkToken,
      institutionId,
      emulator.now().toISOString(),
    );
    record(emulator, session, 'OPEN');
    return session;
  });
}

/** Changes a session that is still open, in one transaction; a finished one is answered as it is. */
function change(emulator: Emulator, token: LinkToken, work: (session: LinkSession) => void): LinkSession {
  return inTransaction(emulator.database, () => {
    const session = openSession(emulator, token);
    if (session.finishedAt !== null) return session;
    withLinkOutcome(emulator, token, session, () => work(session));
    saveLinkSession(emulator.database, session);
    return session;
  });
}

/** Notes that a view is shown; the same view again, as after a reload, is no transition. */
export function showView(emulator: Emulator, token: LinkToken, view: View): LinkSession {
  return change(emulator, token, (session) => {
    if (session.state.lastView === view) return;
    session.state.lastView = view;
    record(emulator, session, 'TRANSITION_VIEW', { view_name: view });
  });
}

/** The person agrees to share data. */
export function giveConsent(emulator: Emulator, token: LinkToken): LinkSession {
  return change(emulator, token, ({ state }) => {
    state.consented = true;
  });
}

/** The person looks for a bank. */
export function noteSearch(emulator: Emulator, token: LinkToken, query: string, found: number): LinkSession {
  return change(emulator, token, (session) => {
    session.state.searchFoundNothing = found === 0;
    record(emulator, session, 'SEARCH_INSTITUTION', { institution_search_query: query });
  });
}

/** The person picks a bank; what was done at another one no longer counts. */
export function chooseInstitution(
  emulator: Emulator,
  token: LinkToken,
  institution: Institution,
): LinkSession {
  return change(emulator, token, (session) => {
    const { state } = session;
    state.institutionId = institution.institutionId;
    state.authenticatedAs = null;
    state.typedUsername = '';
    state.error = null;
    state.nothingChosen = false;
    state.searchFoundNothing = false;
    record(emulator, session, 'SELECT_INSTITUTION');
  });
}

/** The person logs in. Afterwards the state says who it is, or what was wrong. */
export function submitCredentials(
  emulator: Emulator,
  token: LinkToken,
  username: string,
  password: string,
): LinkSession {
  return change(emulator, token, (session) => {
    const { state } = session;
    record(emulator, session, 'SUBMIT_CREDENTIALS');
    const error = credentialsError(username, password);
    state.typedUsername = username;
    if (error === null) {
      state.authenticatedAs = username;
      state.error = null;
      return;
    }
    const { error_type, error_code, error_message, display_message } = error.body;
    state.authenticatedAs = null;
    state.error = { error_type, error_code, error_message, display_message };
    record(emulator, session, 'ERROR', { error_type, error_code, error_message });
  });
}

/** The accounts that the person can share with this token, as the bank lists them. */
export function offeredAccounts(token: LinkToken, institutionId: string): PersonAccount[] {
  const filter = token.request.accountSubtypes;
  return personAt(institutionId).accounts.filter(
    ({ type, subtype }) =>
      filter === null || (filter[type]?.some((wanted) => wanted === subtype || wanted === 'all') ?? false),
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

/** Shares exactly the chosen accounts of an item: others are taken away, new ones come with their history. */
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

/**
 * The person settles which accounts to share (null: those shared already, for a login that is only repaired), which makes
 * or repairs the item and finishes the session. Choosing none of them finishes nothing.
 */
export function connect(
  emulator: Emulator,
  token: LinkToken,
  chosen: readonly PersonAccount[] | null,
): LinkSession {
  return change(emulator, token, (session) => {
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

/** Where the person was on leaving, in Plaid's words (`LinkSessionExitMetadata.status`). */
function exitStatusOf({ state }: LinkSession): string {
  if (state.lastView === 'SELECT_INSTITUTION' && state.searchFoundNothing) return 'institution_not_found';
  return state.lastView === 'SELECT_ACCOUNT' ? 'requires_account_selection' : 'requires_credentials';
}

/** The person leaves without connecting, which finishes the session. */
export function leave(emulator: Emulator, token: LinkToken): LinkSession {
  return change(emulator, token, (session) => {
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
