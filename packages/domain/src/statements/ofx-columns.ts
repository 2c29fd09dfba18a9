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

/** Holds `DEBIT`, for example. */
export const OFX_TYPE = 3;
