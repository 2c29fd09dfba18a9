/**
 * The day since when what is said of privacy stands as it is. Whoever links a bank agrees to what was said then; when something is kept or
 * shown that was not before, the text changes and this day with it.
 */
export const PRIVACY_NOTICE_DAY = '2026-11-21';
