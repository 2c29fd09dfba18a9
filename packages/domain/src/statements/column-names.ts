import type { ColumnRole } from './layout.ts';

/** Most certain first. */
export const COLUMN_NAMES: Record<ColumnRole, RegExp[]> = {
  date: [
    /^(transaction|trans\.?|purchase|buchungs?|transactie) ?(date|datum|tag)( \(utc\))?$/i,
    /^(started|booking) date$/i,
    /^(date|datum|fecha|data|dato|datetime|created)$/i,
    /date|datum|dato|buchung|valuta|fecha|completed/i,
  ],
  name: [
    /^(payee|merchant|merchant name|partner name|counter ?party( name)?|naam.*|beguenstigter.*|empfänger.*|name.*zahlungsbeteiligter.*)$/i,
    /^(description|name|(?:full|transaction) description|beschreibung|description 1)$/i,
    /payee|merchant|description|empfänger|begünstigter|auftraggeber|libell|omschrijving|concepto|narrative|verwendungszweck|tekst|descri[çc]|^title$/i,
    /details|name|memo|reference|text/i,
  ],
  amount: [
    /^(amount|betrag|umsatz|montant|importe|sum|gross|bedrag|beløb|belopp|cost|valor)(?![\p{L}])/iu,
    /amount|betrag|umsatz|montant|importe|value/i,
    /\btotal\b/i,
  ],
  moneyOut: [
    /d[eé]bit|withdrawal|money out|paid out|outflow|\bsoll\b|ausgang|charge|\bcargos?\b|uitgaven|^(?:ud|ut|out|af|spent)(?: \(\w+\))?$|addebit/i,
  ],
  moneyIn: [
    /cr[eé]dit|deposit|money in|paid in|inflow|\bhaben\b|eingang|\babonos?\b|^(?:ind|inn|in|bij)(?: \(\w+\))?$|accredit/i,
  ],
  direction: [
    /^(transaction type|type|debit.?credit|credit.?debit( indicator)?|dr.?cr|soll.?haben|direction|af bij|in.?out|debit or credit|d\/c|flag)$/i,
    /./,
  ],
  category: [/^(category|kategorie|catégorie|categoría)$/i, /categor|kategorie/i],
  currency: [
    /^(currency|currency code|ccy|währung|waehrung|devise|moneda|munt|muntsoort|valuta|divisa|waluta|moeda)$/i,
    /currency|währung|waehrung|munt/i,
  ],
};

export function isNamed(role: ColumnRole, name: string): boolean {
  return COLUMN_NAMES[role].some((pattern) => pattern.test(name));
}

/** Numbers that are not a transaction's amount. */
export const NO_AMOUNT =
  /balance|\bbal\b|\bbal\.|saldo|rate|kurs|number|nummer|check|cheque|(?<!after )\bfees?\b|iban|card|konto|foreign|original|reference|ref\b|\bid\b|\btip\b|\btax\b|limit|points|rewards|unpaid|discount/i;

export const OTHER_CURRENCY = /original|foreign|local|exchange|instructed|target|\bfee\b/i;

/** Which of the user's own accounts a row belongs to. */
export const OWN_ACCOUNT = /^(?:accounts?(?: name)?|wallet)$/i;

/** Texts that repeat the same person, account or bank in every row, never the payee. */
export const NO_NAME =
  /\b(account|card|member|cardholder|account ?holder|purchased by|owner|institution|bank|iban|bic|category|currency|status|state|type|labels|tags|kontoinhaber|titulaire|titular|auftragskonto|rekening|source|method|zone|shipping|buyer|address|tracking)\b(?!.*(description|payee|counter|tegen|naam))/i;

export const STATUS = /^(status|state|(?:transaction|order) status)$/i;

export const TYPE =
  /^(type|transaction type|action|transaction|details|mutatiesoort|buchungstext|transaction code)$/i;

export const ABROAD =
  /cheque|sort code|paid (?:in|out)|money (?:in|out)|counter party|datum|dato|betrag|buchung|montant|libell|fecha|importe|bedrag|beløb|belopp|descri[çc][ãa]o|^data\b|valuta|kwota|\bgst\b|\bvat\b|iban|\bbic\b|narrative/i;
