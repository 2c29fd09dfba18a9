import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { isLocal } from '../link/app-origins.ts';
import { presentExit, presentSuccess } from '../link/outcome.ts';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { findItem } from '../storage/items.ts';
import { type LinkSession, listLinkEvents, listLinkSessions } from '../storage/link-sessions.ts';
import { findLinkToken, insertLinkToken } from '../storage/link-tokens.ts';
import { serveEndpoint } from './endpoint.ts';
import { openItem } from './open-item.ts';
import { accessToken, checkProducts, checkWebAddress, countryCodes, daysRequested } from './shared-fields.ts';

const newItemLifetimeSeconds = 4 * 3600;
const updateLifetimeSeconds = 30 * 60;
const hostedLifetimeSeconds = 30 * 60;
const longestHostedLifetimeSeconds = 21 * 24 * 3600;

const products = z.array(z.string());
const subtypeFilter = z.looseObject({ account_subtypes: z.array(z.string()).min(1) });

const hostedLink = z.looseObject({
  completion_redirect_uri: z.string().min(1).optional(),
  url_lifetime_seconds: z.number().int().positive().max(longestHostedLifetimeSeconds).optional(),
  is_mobile_app: z.boolean().optional(),
  // The emulator sends no messages; the caller passes the address on.
  delivery_method: z.undefined('Link delivery is not available in this environment').optional(),
});

const createFields = {
  client_name: z.string().min(1),
  language: z.string().min(1),
  country_codes: countryCodes,
  user: z.looseObject({ client_user_id: z.string().min(1) }).optional(),
  user_id: z.string().min(1).optional(),
  products: products.nullish(),
  required_if_supported_products: products.nullish(),
  optional_products: products.nullish(),
  additional_consented_products: products.nullish(),
  webhook: z.string().optional(),
  access_token: accessToken.nullish(),
  link_customization_name: z.string().optional(),
  appearance_mode: z.enum(['LIGHT', 'DARK', 'SYSTEM']).nullish(),
  redirect_uri: z.string().optional(),
  android_package_name: z.string().optional(),
  account_filters: z
    .looseObject({ depository: subtypeFilter.optional(), credit: subtypeFilter.optional() })
    .optional(),
  transactions: z.strictObject({ days_requested: daysRequested }).optional(),
  update: z
    .strictObject({
      account_selection_enabled: z.boolean().default(false),
      reauthorization_enabled: z.boolean().optional(),
    })
    .optional(),
  hosted_link: hostedLink.optional(),
  enable_multi_item_link: z.literal(false, 'Multi-Item Link is not available in this environment').optional(),
};

type CreateBody = z.infer<z.ZodObject<typeof createFields, z.core.$strict>>;

const invalidField = (message: string) => new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message);

/** No query, because the bank adds its own, and https except on this machine. */
function checkRedirectUri({ apps }: Emulator, address: string): void {
  const url = checkWebAddress('redirect_uri', address);
  if (url.search !== '' || address.includes('?'))
    throw invalidField('OAuth redirect URI must not contain query parameters');
  if (url.hash !== '') throw invalidField('OAuth redirect URI must not contain a fragment');
  if (url.protocol !== 'https:' && !isLocal(url))
    throw invalidField('OAuth redirect URI must be an https URI');
  if (!apps.includes(url.origin)) {
    throw invalidField('OAuth redirect URI must be configured in the developer dashboard');
  }
}

function checkDisjoint(body: CreateBody): void {
  const lists = [
    body.products,
    body.required_if_supported_products,
    body.optional_products,
    body.additional_consented_products,
  ].map((list) => list ?? []);
  const all = lists.flat();
  if (new Set(all).size !== all.length)
    throw invalidField('products must not appear in more than one product list');
}

function checkCreateBody(emulator: Emulator, body: CreateBody): void {
  if (body.user === undefined && body.user_id === undefined) {
    throw new PlaidError(
      'INVALID_REQUEST',
      'MISSING_FIELDS',
      'the following required fields are missing: user',
    );
  }
  const asked = body.products ?? [];
  const updating = typeof body.access_token === 'string';
  if (!updating && asked.length === 0) {
    throw new PlaidError(
      'INVALID_REQUEST',
      'MISSING_FIELDS',
      'the following required fields are missing: products',
    );
  }
  if (updating && asked.length > 0) throw invalidField('products must be omitted in update mode');
  checkProducts(asked);
  checkDisjoint(body);
  if (body.webhook !== undefined) checkWebAddress('webhook', body.webhook);
  if (body.redirect_uri !== undefined) checkRedirectUri(emulator, body.redirect_uri);
  const hosted = body.hosted_link;
  if (hosted?.completion_redirect_uri !== undefined && hosted.is_mobile_app !== true) {
    checkWebAddress('hosted_link.completion_redirect_uri', hosted.completion_redirect_uri);
  }
}

function lifetimeSeconds(body: CreateBody): number {
  if (body.hosted_link !== undefined) return body.hosted_link.url_lifetime_seconds ?? hostedLifetimeSeconds;
  return typeof body.access_token === 'string' ? updateLifetimeSeconds : newItemLifetimeSeconds;
}

function accountSubtypes({ account_filters: filters }: CreateBody): Record<string, string[]> | null {
  if (filters === undefined) return null;
  return {
    ...(filters.depository === undefined ? {} : { depository: filters.depository.account_subtypes }),
    ...(filters.credit === undefined ? {} : { credit: filters.credit.account_subtypes }),
  };
}

function presentFilters(subtypes: Record<string, string[]> | null): Record<string, unknown> {
  const entries = Object.entries(subtypes ?? {});
  return Object.fromEntries(entries.map(([type, list]) => [type, { account_subtypes: list }]));
}

function presentSession(emulator: Emulator, session: LinkSession): Record<string, unknown> {
  const { outcome } = session.state;
  const common = {
    link_session_id: session.linkSessionId,
    started_at: session.startedAt,
    finished_at: session.finishedAt,
    events: listLinkEvents(emulator.database, session.linkSessionId),
  };
  if (outcome?.kind === 'left') {
    return { ...common, on_success: null, exit: presentExit(session), results: null };
  }
  if (outcome?.kind !== 'connected') return { ...common, on_success: null, exit: null, results: null };
  const { publicToken } = outcome;
  const metadata = presentSuccess(emulator, session, outcome.itemId);
  const { accounts, institution } = metadata;
  return {
    ...common,
    on_success: { public_token: publicToken, metadata },
    exit: null,
    results: {
      item_add_results: [{ public_token: publicToken, accounts, institution }],
      cra_item_add_results: [],
      cra_update_results: [],
      bank_income_results: [],
      payroll_income_results: [],
      document_income_results: null,
    },
  };
}

export function serveLinkTokens(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/link/token/create',
    fields: createFields,
    answer: (_, body) => {
      checkCreateBody(emulator, body);
      const item = typeof body.access_token === 'string' ? openItem(emulator, body.access_token) : null;
      const now = emulator.now();
      const token = insertLinkToken(database, {
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + lifetimeSeconds(body) * 1000).toISOString(),
        itemId: item?.itemId ?? null,
        hosted: body.hosted_link !== undefined,
        request: {
          clientName: body.client_name,
          language: body.language,
          countryCodes: body.country_codes,
          products: body.products ?? [],
          daysRequested: body.transactions?.days_requested ?? 90,
          webhook: item === null ? (body.webhook ?? null) : null,
          redirectUri: body.redirect_uri ?? null,
          completionRedirectUri: body.hosted_link?.completion_redirect_uri ?? null,
          accountSubtypes: accountSubtypes(body),
          accountSelectionEnabled: body.update?.account_selection_enabled ?? false,
        },
      });
      return {
        link_token: token.linkToken,
        expiration: token.expiresAt,
        ...(token.hostedLinkId === null
          ? {}
          : { hosted_link_url: `${emulator.publicUrl}/hosted-link/${token.hostedLinkId}` }),
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/link/token/get',
    fields: { link_token: z.string().min(1) },
    answer: (_, body) => {
      const token = findLinkToken(database, body.link_token);
      if (token === null) {
        throw namedError('INVALID_LINK_TOKEN');
      }
      const item = token.itemId === null ? null : findItem(database, token.itemId);
      return {
        link_token: token.linkToken,
        created_at: token.createdAt,
        expiration: token.expiresAt,
        link_sessions: listLinkSessions(database, token.linkToken).map((session) =>
          presentSession(emulator, session),
        ),
        metadata: {
          initial_products: token.request.products,
          webhook: token.request.webhook ?? item?.webhook ?? null,
          country_codes: token.request.countryCodes,
          language: token.request.language,
          account_filters: presentFilters(token.request.accountSubtypes),
          redirect_uri: token.request.redirectUri,
          client_name: token.request.clientName,
        },
      };
    },
  });
}
