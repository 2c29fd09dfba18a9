/** Of tokens that programs send in a header. */
export const PROGRAM_SCOPES = ['expenses:add', 'week:read', 'expenses:read'] as const;
/** Of tokens that stand in an address, which calendars show and keep: they open nothing else (PD-115). */
export const CALENDAR_SCOPES = ['calendar:read', 'calendar:amounts'] as const;
export const TOKEN_SCOPES = [...PROGRAM_SCOPES, ...CALENDAR_SCOPES] as const;

export type ProgramScope = (typeof PROGRAM_SCOPES)[number];
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What a route that takes personal tokens may have as its access. `token` takes any of a program. */
export type TokenAccess = TokenScope | 'token';

export function isTokenAccess(access: string): access is TokenAccess {
  return access === 'token' || TOKEN_SCOPES.some((scope) => scope === access);
}

export function isCalendarScope(scope: string): boolean {
  return CALENDAR_SCOPES.some((one) => one === scope);
}
