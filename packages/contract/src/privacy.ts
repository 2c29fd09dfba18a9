/** The first day of the current notice, agreed to by linking a bank. Change both if more is kept or shown. */
export const PRIVACY_NOTICE_DAY = '2026-11-28';
