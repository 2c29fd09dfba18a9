/** What an OFX file's transactions become, in this order. */
export const OFX_COLUMNS = ['Date', 'Payee', 'Amount', 'Type', 'Currency', 'Memo'];

/** What these columns mean, by the roles of a layout. OFX needs no guessing. */
export const OFX_ROLES = {
  date: 0,
  name: 1,
  amount: 2,
  category: null,
  currency: 4,
  moneyOut: null,
  moneyIn: null,
  direction: null,
};

/** The column of what kind of transaction it is, such as `DEBIT`. */
export const OFX_TYPE = 3;
