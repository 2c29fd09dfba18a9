import { MONTH } from './days.ts';

const AMOUNT = String.raw`(?<amount>\$(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?)(?: USD)?`;
const DEAL = '(?:purchase|transaction|charge)';
/** `Acme Bank: ` or `Card 1234: ` */
const SENDER = String.raw`[\p{L}\d&.' ]{2,30}: `;
const AT = String.raw`(?:at|with) (?<merchant>\S[^$]{0,80}?)`;
const CARD = String.raw`(?:(?:your|the) )?(?:\p{L}+ ){0,3}card(?: ending(?: in)?)?(?: \d{4})?`;
const A_MONTH = MONTH.replace('(', '(?:');
const DATE = String.raw`(?:${A_MONTH}\.? \d{1,2}(?:,? \d{4})?|\d{1,2} ${A_MONTH}(?: \d{4})?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{4}-\d{2}-\d{2})`;
const REST = [
  String.raw`(?: on ${DATE}|,? (?:on|using|with|from) ${CARD}|,? card(?: ending(?: in)?)? \d{4}`,
  String.raw`| (?:was|has been|is) (?:approved|authorized|posted|completed|pending))*\.?`,
  String.raw`(?:(?<=\.) (?:reply|msg|text|call|if|not you|to stop|(?:your )?available)\b.*)?$`,
].join('');

const ALERTS = [
  String.raw`(?:${SENDER})?you(?:['\u2019]ve)? spent ${AMOUNT} ${AT}`,
  String.raw`(?:${SENDER})?(?:you made )?(?:an? |your )?(?:(?:new|pending) )?${AMOUNT} ${DEAL} ${AT}`,
  String.raw`(?:${SENDER})?(?:you made )?(?:an? |your )?(?:(?:new|pending|debit card|credit card) )?${DEAL}(?: approved| authorized)?(?::| of) ${AMOUNT} ${AT}`,
  String.raw`(?:${SENDER})?${CARD} (?:(?:was|has been) )?(?:charged|debited|used)(?: for)? ${AMOUNT} ${AT}`,
  String.raw`${SENDER}${DEAL} ${AT} for ${AMOUNT}`,
].map((pattern) => new RegExp(`^${pattern}(?<rest>${REST})`, 'iu'));
const ON_DATE = new RegExp(` on ${DATE}`, 'iu');

/**
 * A bank's message such as `A charge of $18.40 at ZENITH on Jun 19 was approved` becomes
 * `ZENITH $18.40 on Jun 19`. A line with anything else in it stays as it is. Cost: n in the text.
 */
export function withoutBankWords(line: string): string {
  for (const alert of ALERTS) {
    const { merchant, amount, rest = '' } = alert.exec(line)?.groups ?? {};
    if (merchant === undefined || amount === undefined) continue;
    return `${merchant} ${amount}${ON_DATE.exec(rest)?.[0] ?? ''}`;
  }
  return line;
}
