/** `3 hours` and `1 gallon` are quantities, not amounts. */
const UNITS =
  'hours?|hrs?|minutes?|mins?|days?|nights?|weeks?|wks?|months?|years?|yrs?|people|persons?|pax|guests?|adults?|kids?|tickets?|pcs?|pieces?|packs?|pk|ct|count|dozen|lbs?|oz|ounces?|kgs?|grams?|g|gal|gals|gallons?|l|liters?|litres?|ml|miles?|mi|km|ft|feet|inch(?:es)?|bottles?|cans?|cups?|bags?|box(?:es)?|slices?|rounds?|rolls?|sets?|pairs?|scoops?|shots?|loads?|sessions?|lessons?|classes|items?|units?|seats?|bunch(?:es)?|jars?|pints?|quarts?|doz';

const UNIT = new RegExp(String.raw`^[ -]?(?:${UNITS})\b`, 'i');

const SHARE = new RegExp(String.raw`^\d+/\d+(?:[ -](?:${UNITS}|off|of|price)\b)|^24/7\b`, 'i');

/** `1/2 gallon` is neither a date nor an amount. */
export function startsWithShare(text: string): boolean {
  return SHARE.test(text);
}

export function startsWithUnit(text: string): boolean {
  return UNIT.test(text);
}
