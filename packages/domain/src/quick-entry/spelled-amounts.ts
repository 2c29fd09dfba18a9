const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNDER_100 = `(?:(?:${TENS.join('|')})(?:[ -](?:${ONES.slice(0, 9).join('|')}))?|${[...ONES].reverse().join('|')})`;
const UNDER_1000 = `(?:(?:an?|${UNDER_100}) hundred(?: (?:and )?${UNDER_100})?|${UNDER_100})`;
const SPELLED = new RegExp(
  String.raw`\b(?:(?:an?|${UNDER_100}) thousand(?: (?:and )?${UNDER_1000})?|${UNDER_1000}|an?(?= (?:dollar|buck) ))(?= (?:dollars?|bucks?|cents?)\b)`,
  'gi',
);
/** `4 dollars twenty-five` and `a dollar fifty for gum`, but not `4 dollars 25`, which may be a day. */
const SPELLED_CENTS = new RegExp(
  String.raw`(?<![\d.,$])(\d{1,5}) (?:dollars?|bucks?)(?: and)? (${UNDER_100})(?=$| (?:for|on|at)\b)`,
  'i',
);
const DOLLARS_AND_CENTS = /(?<![\d.,$])(\d{1,5}) (?:dollars?|bucks?)(?: and)? (\d{1,2}) cents?\b/gi;

/** `eleven dollars` becomes `11 dollars`, and `4 dollars and 50 cents` becomes `$4.50`. Without dollars or cents, words stay. */
export function withAmountsInDigits(line: string): string {
  const inDollars = (dollars: string, cents: string) => `$${dollars}.${cents.padStart(2, '0')}`;
  return line
    .replace(SPELLED, (words) => String(valueOf(words)))
    .replace(SPELLED_CENTS, (_, dollars: string, cents: string) => inDollars(dollars, String(valueOf(cents))))
    .replace(DOLLARS_AND_CENTS, (_, dollars: string, cents: string) => inDollars(dollars, cents));
}

/** `twenty-five` is 25, and `a thousand two hundred` is 1200. */
function valueOf(words: string): number {
  let [total, group] = [0, 0];
  for (const word of words.toLowerCase().split(/[ -]/)) {
    const tens = TENS.indexOf(word);
    if (word === 'hundred') group *= 100;
    else if (word === 'thousand') [total, group] = [group * 1000, 0];
    else if (tens >= 0) group += (tens + 2) * 10;
    else if (word !== 'and') group += /^an?$/.test(word) ? 1 : ONES.indexOf(word) + 1;
  }
  return total + group;
}
