const AMOUNT = String.raw`(?<amount>\$\d[\d,]*(?:\.\d{2})?)`;
const DEAL = '(?:purchase|transaction|charge|payment)';
const CHARGED = String.raw`\b(?:you(?:['\u2019]ve)? spent|card\b.{0,60}? (?:charged|debited|used)(?: for)?)`;
/** Ends before what a bank says behind the merchant. */
const MERCHANT = String.raw`(?<merchant>\S.*?)(?=[.,;]?(?:$|,? (?:on|using|with|for|has been|was|is)\b)|[,;])`;

const ALERTS = [
  String.raw`${CHARGED} ${AMOUNT} (?:at|with|by) ${MERCHANT}`,
  String.raw`${AMOUNT} ${DEAL}(?: was made)? (?:at|with|to) ${MERCHANT}`,
  String.raw`\b${DEAL}(?: approved| authorized)?:?(?: of| for)? ${AMOUNT} (?:at|with|to) ${MERCHANT}`,
  String.raw`\b${DEAL} (?:at|with|to) (?<merchant>\S.*?) (?:for|of) ${AMOUNT}`,
].map((pattern) => new RegExp(pattern, 'iu'));
const DATE =
  /\bon (?:\p{L}{3,9}\.? \d{1,2}(?:, \d{4})?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{4}-\d{2}-\d{2})(?!\S*\d)/iu;

/**
 * A bank's message such as `A charge of $18.40 at ZENITH on Jun 19 was approved` becomes
 * `ZENITH $18.40 on Jun 19`. Other lines stay as they are. Cost: n in the text.
 */
export function withoutBankWords(line: string): string {
  for (const alert of ALERTS) {
    const { merchant, amount } = alert.exec(line)?.groups ?? {};
    if (merchant === undefined || amount === undefined) continue;
    return [merchant, amount, ...(DATE.exec(line) ?? [])].join(' ');
  }
  return line;
}
