/** What an OFX file's transactions become, in this order. */
export const OFX_COLUMNS = ['Date', 'Payee', 'Amount', 'Category', 'Currency'];

/** What these columns mean, by the roles of a layout: nobody has to guess it, however few of them are filled. */
export const OFX_ROLES = {
  date: 0,
  name: 1,
  amount: 2,
  category: 3,
  currency: 4,
  moneyOut: null,
  moneyIn: null,
  direction: null,
};
