/** Matches an account number of a country that has IBANs. */
export const IBAN = /^[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{1,4}$/;

/** The country code in the account's own number implies the currency. */
const EURO_COUNTRIES = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';
export const CURRENCY_OF_COUNTRY = new Map([
  ...EURO_COUNTRIES.split(' ').map((country) => [country, 'EUR'] as const),
  ['GB', 'GBP'],
  ['CH', 'CHF'],
  ['PL', 'PLN'],
  ['CZ', 'CZK'],
  ['SE', 'SEK'],
  ['NO', 'NOK'],
  ['DK', 'DKK'],
]);
