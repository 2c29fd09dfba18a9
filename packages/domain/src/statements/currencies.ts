/** The active currencies of ISO 4217, most used first. */
export const CURRENCIES = (
  'USD EUR GBP CAD AUD CHF JPY MXN ' +
  'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD KES KGS KHR ' +
  'KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NOK NPR NZD ' +
  'OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT ' +
  'TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
).split(' ');

const KNOWN = new Set(CURRENCIES);
/** Codes that are also words; in running text they do not count as a currency. */
const ALSO_WORDS = new Set('ALL BAM COP CUP GEL LAK MAD MOP NAD PEN SOS TOP TRY'.split(' '));

const SIGNS: [sign: RegExp, currency: string][] = [
  [/\b(?:CA|CDN|C)\s?\$/, 'CAD'],
  [/\b(?:AU|A)\$/, 'AUD'],
  [/\bNZ\$/, 'NZD'],
  [/\bHK\$/, 'HKD'],
  [/\bS\$/, 'SGD'],
  [/\bR\$/, 'BRL'],
  [/\bMX\$/, 'MXN'],
  [/€|\beuros?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/₹/, 'INR'],
  [/zł/, 'PLN'],
  [/Kč/, 'CZK'],
  [/₩/, 'KRW'],
  [/฿/, 'THB'],
  [/₱/, 'PHP'],
  [/₪/, 'ILS'],
  [/₺/, 'TRY'],
  [/₫/, 'VND'],
  [/₴/, 'UAH'],
  [/\bUS\s?\$/, 'USD'],
];

/** The currency whose code fills the cell, such as `EUR` or `usd`; null for anything else. */
export function currencyCode(cell: string): string | null {
  const code = cell.trim().toUpperCase();
  return KNOWN.has(code) ? code : null;
}

/** The currency named in a text by code or symbol, such as `Amount (SGD)` or `€5`; null without one. */
export function currencyIn(text: string): string | null {
  const inBrackets = /[([]([A-Z]{3})[)\]]/.exec(text)?.[1];
  if (inBrackets !== undefined && KNOWN.has(inBrackets)) return inBrackets;
  const codes = text.match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu) ?? [];
  const code = codes.find((one) => KNOWN.has(one) && !ALSO_WORDS.has(one));
  return code ?? SIGNS.find(([sign]) => sign.test(text))?.[1] ?? null;
}
