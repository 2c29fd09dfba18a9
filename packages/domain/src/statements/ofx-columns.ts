export const OFX_COLUMNS = ['Date', 'Payee', 'Amount', 'Type', 'Currency', 'Memo'];

/** OFX needs no guessing. */
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

/** The column of the transaction type, such as `DEBIT`. */
export const OFX_TYPE = 3;
