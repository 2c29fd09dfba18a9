export const TOKEN_SCOPES = ['expenses:add', 'week:read'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
