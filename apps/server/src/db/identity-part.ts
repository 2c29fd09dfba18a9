/** The app's role cannot read this schema at home. Migration 0018 copies ids from databases older than roles. */
export const IDENTITY_PART = { schema: 'identity', shares: 'accounts (id)' };
