import type { LinkResult } from './link-widget.tsx';

const KEY = 'bankLinkToken';

/** A link that a bank's own pages may interrupt: with the same token it goes on when they lead back (OA-1). */
export interface KeptLinkToken {
  token: string;
  /** Who began it. Somebody else who signs in on this browser meanwhile must not end it. */
  userId: string;
  /** The connection whose login is repaired. */
  itemId?: string | undefined;
  /** What the widget has brought already, and is to be completed. */
  result?: LinkResult | undefined;
}

/** Keeps the token for the way back, in this tab alone. */
export function keepLinkToken(kept: KeptLinkToken): void {
  window.sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** The token of the link that was interrupted; null when there is none. */
export function keptLinkToken(): KeptLinkToken | null {
  const text = window.sessionStorage.getItem(KEY);
  // Nobody but `keepLinkToken` writes here.
  return text === null ? null : (JSON.parse(text) as KeptLinkToken);
}

export function forgetLinkToken(): void {
  window.sessionStorage.removeItem(KEY);
}
