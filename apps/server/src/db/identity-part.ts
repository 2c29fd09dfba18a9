/**
 * The embedded identity provider's schema, which the app's database role cannot read at home. Migration 0018 joins the ids of accounts
 * in a database from before there were roles.
 */
export const IDENTITY_PART = { schema: 'identity', shares: 'accounts (id)' };
