const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNDER_100 = `(?:(?:${TENS.join('|')})(?:[ -](?:${ONES.slice(0, 9).join('|')}))?|${[...ONES].reverse().join('|')})`;
const SPELLED = new RegExp(
  String.raw`\b(?:(?<hundreds>an?|${UNDER_100}) hundred(?: (?:and )?(?<rest>${UNDER_100}))?|(?<small>${UNDER_100}))(?= (?:dollars?|bucks?|cents?)\b)`,
  'gi',
);
const DOLLARS_AND_CENTS = /(?<![\d.,$])(\d{1,5}) (?:dollars?|bucks?)(?: and)? (\d{1,2}) cents?\b/gi;

/** `eleven dollars` becomes `11 dollars`, and `4 dollars and 50 cents` becomes `$4.50`. Without dollars or cents, words stay. */
export function withAmountsInDigits(line: string): string {
  return line
    .replace(SPELLED, (...match) => {
      const { hundreds, rest, small } = match.at(-1) as Record<string, string | undefined>;
      return String(hundreds === undefined ? valueOf(small) : valueOf(hundreds) * 100 + valueOf(rest));
    })
    .replace(
      DOLLARS_AND_CENTS,
      (_, dollars: string, cents: string) => `$${dollars}.${cents.padStart(2, '0')}`,
    );
}

/** `twenty-five` is 25, `a` is 1, no word is 0. */
function valueOf(words = ''): number {
  return words
    .toLowerCase()
    .split(/[ -]/)
    .filter((word) => word !== '')
    .reduce((sum, word) => {
      const tens = TENS.indexOf(word);
      return sum + (tens >= 0 ? (tens + 2) * 10 : /^an?$/.test(word) ? 1 : ONES.indexOf(word) + 1);
    }, 0);
}
