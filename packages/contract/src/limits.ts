/*
 * Limits of what is typed that the browser checks too: apart from the shapes, because the browser does not load what checks those.
 */

/** The longest name of an expense, in UTF-16 units. */
export const MAX_EXPENSE_NAME_LENGTH = 200;

/** The most expenses that `listExpenses` answers with at once: 27 a day for a year, which is the longest time that the app asks for. */
export const MAX_LISTED_EXPENSES = 10_000;

/** The most manual and imported expenses of one user: twenty years of 34 a day. Bank expenses do not count. */
export const MAX_EXPENSES_PER_USER = 250_000;

/** The most recurring expenses of one user that have not ended. */
export const MAX_SERIES_PER_USER = 500;
