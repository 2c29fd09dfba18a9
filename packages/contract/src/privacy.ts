/**
 * The first day of the current privacy notice, which users agree to when they link a bank. If more is kept or shown than before, change the
 * notice and this day.
 */
export const PRIVACY_NOTICE_DAY = '2026-11-23';
