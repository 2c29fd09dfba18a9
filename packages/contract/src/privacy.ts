/**
 * The first day of the current privacy notice. A person who links a bank agrees to that notice. When more is kept or shown than before, change
 * the notice and this day.
 */
export const PRIVACY_NOTICE_DAY = '2026-11-22';
