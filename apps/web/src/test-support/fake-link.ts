import { act } from '@testing-library/react';
import type { PlaidHandler, PlaidLinkOnEventMetadata, PlaidLinkOptionsWithLinkToken } from 'react-plaid-link';
import { vi } from 'vitest';

export interface OpenedLink {
  options: PlaidLinkOptionsWithLinkToken;
  handler: {
    open: ReturnType<typeof vi.fn>;
    exit: ReturnType<typeof vi.fn>;
    destroy: ReturnType<typeof vi.fn>;
  };
  event: (name: string, metadata?: Partial<PlaidLinkOnEventMetadata>) => void;
  exit: (
    error: { error_code: string; display_message?: string | null } | null,
    metadata?: { status?: string | null; institution?: { name: string; institution_id: string } | null },
  ) => void;
  succeed: (publicToken: string | null) => void;
}

export const CHOSEN = {
  institution: { name: 'First Platypus Bank', institution_id: 'ins_109508' },
  accounts: [{ id: 'a1', name: 'Checking', type: 'depository', subtype: 'checking', mask: '0000' }],
};

/** How the provider's script behaves. `empty` defines nothing, a `mute` widget never reports. */
export type LinkScript = 'loads' | 'blocked' | 'empty' | 'does not answer' | 'mute' | 'throws';

/** Replaces the provider's script by one that acts as `network.script` says, and records opened widgets. */
export function fakeLink(network: { script: LinkScript } = { script: 'loads' }): { opened: OpenedLink[] } {
  const opened: OpenedLink[] = [];
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append(...nodes);
    const [node] = nodes;
    if (!(node instanceof HTMLScriptElement) || node.type !== '' || network.script === 'does not answer')
      return;
    if (['loads', 'mute', 'throws'].includes(network.script)) vi.stubGlobal('Plaid', plaid);
    queueMicrotask(() => node.dispatchEvent(new Event(network.script === 'blocked' ? 'error' : 'load')));
  });
  const plaid = {
    create: (options: PlaidLinkOptionsWithLinkToken): PlaidHandler => {
      if (network.script === 'throws') throw new Error('Link is out of order');
      if (network.script !== 'mute') queueMicrotask(() => act(() => options.onLoad?.()));
      const handler = { open: vi.fn(), exit: vi.fn(), destroy: vi.fn(), submit: vi.fn() };
      opened.push({
        options,
        handler,
        event: (name, metadata = {}) =>
          act(() =>
            options.onEvent?.(name, {
              view_name: null,
              error_code: null,
              ...metadata,
            } as PlaidLinkOnEventMetadata),
          ),
        exit: (error, metadata = {}) =>
          act(() =>
            options.onExit?.(
              error && {
                error_type: 'ITEM_ERROR',
                error_message: 'internal words',
                display_message: null,
                ...error,
              },
              { status: null, institution: null, link_session_id: 's1', request_id: 'r1', ...metadata },
            ),
          ),
        succeed: (publicToken) =>
          act(() =>
            options.onSuccess(publicToken, {
              ...CHOSEN,
              accounts: CHOSEN.accounts.map((account) => ({
                ...account,
                verification_status: null,
                class_type: null,
              })),
              link_session_id: 's1',
            }),
          ),
      });
      return handler;
    },
  };
  return { opened };
}
