/*
 * Limits of what is typed that the browser checks too: apart from the shapes, because the browser does not load what checks those.
 */

/** The longest name of an expense, in UTF-16 units. */
export const MAX_EXPENSE_NAME_LENGTH = 200;
