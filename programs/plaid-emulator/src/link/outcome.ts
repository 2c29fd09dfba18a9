import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import { listAccounts } from '../storage/items.ts';
import { type LinkSession, listLinkEvents } from '../storage/link-sessions.ts';
import { bankOf, exitStatusOf } from './flow.ts';

/** In the shape of Link's callbacks. */
interface PresentedInstitution {
  institution_id: string;
  name: string;
}

function presentBank(session: LinkSession): PresentedInstitution | null {
  const bank = bankOf(session);
  return bank === null ? null : { institution_id: bank.institutionId, name: bank.name };
}

interface PresentedError {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
}

export interface PresentedExit {
  error: PresentedError | null;
  metadata: {
    institution: PresentedInstitution | null;
    status: string | null;
    link_session_id: string;
    request_id: string;
  };
}

/** Plaid's `LinkSessionExit`, also for leaving now. */
export function presentExit(session: LinkSession): PresentedExit {
  return {
    error: session.state.error,
    metadata: {
      institution: presentBank(session),
      status: exitStatusOf(session),
      link_session_id: session.linkSessionId,
      request_id: newRequestId(),
    },
  };
}

/** Plaid's `LinkSessionSuccessMetadata`. */
export function presentSuccess(emulator: Emulator, session: LinkSession, itemId: string) {
  return {
    institution: presentBank(session),
    accounts: listAccounts(emulator.database, itemId).map((account) => ({
      id: account.accountId,
      name: account.name,
      mask: account.mask,
      type: account.type,
      subtype: account.subtype,
      verification_status: null,
      class_type: null,
    })),
    link_session_id: session.linkSessionId,
    transfer_status: null,
  };
}

export interface PresentedEvent {
  name: string;
  metadata: Record<string, unknown>;
}

/** All of Plaid's `onEvent`; most are null in most events. */
const noMetadata = {
  account_number_mask: null,
  error_type: null,
  error_code: null,
  error_message: null,
  exit_status: null,
  institution_id: null,
  institution_name: null,
  institution_search_query: null,
  is_update_mode: null,
  match_reason: null,
  mfa_type: null,
  routing_number: null,
  selection: null,
  view_name: null,
};

export function presentEvent(
  name: string,
  timestamp: string,
  linkSessionId: string,
  metadata: Record<string, unknown>,
): PresentedEvent {
  return { name, metadata: { ...noMetadata, ...metadata, timestamp, link_session_id: linkSessionId } };
}

/** Oldest first. */
export function presentEvents(emulator: Emulator, session: LinkSession, isUpdate: boolean): PresentedEvent[] {
  return listLinkEvents(emulator.database, session.linkSessionId)
    .reverse()
    .map(({ event_name: name, timestamp, event_metadata: metadata }) =>
      presentEvent(name, timestamp, session.linkSessionId, {
        ...metadata,
        ...(name === 'OPEN' ? { is_update_mode: String(isUpdate) } : {}),
      }),
    );
}
