/** What personal tokens may do (PD-78). A token route needs one of these scopes. */
export const TOKEN_SCOPES = ['expenses:add', 'week:read'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
