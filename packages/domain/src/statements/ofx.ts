import { MAX_BANK_REF_LENGTH } from './limits.ts';
import { shownText, type OtherLines, type SplitFile, type TableRow } from './statement-table.ts';

export const OFX_COLUMNS = ['Date', 'Payee', 'Amount', 'Type', 'Currency', 'Memo', 'Balance'];

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

/** The column of the transaction type, such as `DEBIT`. */
export const OFX_TYPE = 3;

const STATEMENT = /^(?:STMTTRNRS|CCSTMTTRNRS|INVSTMTTRNRS|STMTRS|CCSTMTRS|INVSTMTRS)$/;
/** Elements behind the transactions. */
const BALANCES = /^(?:LEDGERBAL|AVAILBAL|BALLIST)$/;
const TAG = /^(\/?)([A-Za-z][\w.:-]*)/;
const MAX_TAG_LENGTH = 100;
const [DATA, DATA_END] = ['![CDATA[', ']]>'];

export function looksLikeOfx(text: string): boolean {
  return /<OFX[\s>]/i.test(text.slice(0, 20_000));
}

interface Statement {
  account: string;
  currency: string;
  /** What the account holds at the end; empty if the file does not say. */
  balance: string;
  entries: Entry[];
}

interface Entry {
  fields: Map<string, string>;
  text: string;
  isInvestment: boolean;
  /** The file ends before the entry does, so that its last value may be a part. */
  isCut: boolean;
}

export interface OfxFile extends SplitFile {
  hasStatement: boolean;
}

/**
 * The transactions of all accounts, in version 1 (SGML) or 2 (XML), by their tags alone: which of them are
 * closed, and in which order, does not matter. Drops ids that a bank repeats. Cost: n in the characters.
 */
export function ofxRows(text: string): OfxFile {
  const { statements, hasStatement } = statementsIn(text);
  const all = statements.flatMap((statement) => {
    const last = lastEntry(statement.entries);
    return statement.entries.map((entry) => ({ statement, entry, isLast: entry === last }));
  });
  const byRef = Map.groupBy(all, ({ statement, entry }) => refOf(statement, entry));
  const corrected = new Map<string, string>();
  for (const { statement, entry } of all) {
    const id = entry.fields.get('CORRECTFITID');
    if (id !== undefined)
      corrected.set(`${statement.account} ${id}`, entry.fields.get('CORRECTACTION') ?? '');
  }
  const rows: TableRow[] = [];
  const others: OtherLines[] = [];
  for (const [index, { statement, entry, isLast }] of all.entries()) {
    const own = { line: index + 1, lines: 1, text: shownText(entry.text.replace(/\s+/g, ' ')) };
    const ref = refOf(statement, entry);
    const isDelete = /^delete$/i.test(entry.fields.get('CORRECTACTION') ?? '');
    if (entry.isCut) others.push({ ...own, outcome: 'bad', reason: 'The file ends inside this entry' });
    else if (entry.isInvestment) others.push({ ...own, outcome: 'left-out', reason: 'An investment' });
    else if (corrected.has(ref) || isDelete)
      others.push({ ...own, outcome: 'left-out', reason: 'Corrected by the bank' });
    else {
      const isName = ref !== '' && ref.length <= MAX_BANK_REF_LENGTH && byRef.get(ref)?.length === 1;
      const cells = cellsOfEntry(statement, entry, isLast ? statement.balance : '');
      rows.push({ ...own, cells, ...(isName && { bankRef: ref }) });
    }
  }
  return { rows, others, hasStatement };
}

function refOf({ account }: Statement, { fields }: Entry): string {
  const id = fields.get('FITID') ?? '';
  return id === '' ? '' : `${account} ${id}`;
}

/** The newest entry, which the balance follows. */
function lastEntry(entries: readonly Entry[]): Entry | undefined {
  const dayOf = (entry: Entry | undefined) => entry?.fields.get('DTPOSTED')?.slice(0, 8) ?? '';
  const [first, last] = [entries[0], entries.at(-1)];
  return dayOf(first) > dayOf(last) ? first : last;
}

function cellsOfEntry({ currency }: Statement, { fields }: Entry, balance: string): string[] {
  const field = (name: string) => fields.get(name) ?? '';
  const names = [field('NAME'), field('PAYEE NAME')];
  return [
    // Of the purchase, else of the posting.
    dateOf(field('DTUSER') || field('DTPOSTED')),
    // Some banks fill a missing name with zeros.
    [...names, field('MEMO')].find((name) => /\p{L}/u.test(name)) ??
      names.find((name) => name !== '') ??
      field('MEMO'),
    field('TRNAMT'),
    field('TRNTYPE'),
    field('CURSYM') || currency,
    field('MEMO'),
    balance,
  ];
}

/** An instant with an offset stays whole; any other time is the bank's, and its day counts. */
function dateOf(text: string): string {
  return text.includes('[') ? text : text.slice(0, 8);
}

function statementsIn(text: string): { statements: Statement[]; hasStatement: boolean } {
  let statement: Statement = { account: '', currency: '', balance: '', entries: [] };
  const statements = [statement];
  let hasStatement = false;
  let entry: Entry | null = null;
  let inner = '';
  for (const { name, isEnd, value, written } of tagsOf(text)) {
    if (isEnd) {
      if (name === 'STMTTRN' || name === 'BANKTRANLIST' || name === 'INVTRAN') entry = null;
      if (name === inner) inner = '';
      if (entry) entry.text += written;
      continue;
    }
    const isStatement = STATEMENT.test(name);
    if (isStatement || name === 'BANKTRANLIST' || name === 'INVTRANLIST') hasStatement = true;
    if (isStatement || (name === 'CURDEF' && statement.entries.length > 0)) {
      [entry, inner] = [null, ''];
      // Some banks omit one level of a statement or both.
      if (statement.account !== '' || statement.entries.length > 0)
        statements.push((statement = { account: '', currency: '', balance: '', entries: [] }));
    } else if (name === 'STMTTRN' || name === 'INVTRAN') {
      inner = '';
      entry = { fields: new Map(), text: '', isInvestment: name === 'INVTRAN', isCut: false };
      statement.entries.push(entry);
    } else if (BALANCES.test(name)) [entry, inner] = [null, name];
    else if (/^(?:PAYEE|(?:ORIG)?CURRENCY)$/.test(name)) inner = name;
    if (entry) entry.text += written;
    if (value === '') continue;
    if (name === 'CURDEF') statement.currency = value;
    else if (!entry && name === 'ACCTID') statement.account ||= value;
    else if (name === 'BALAMT' && inner === 'LEDGERBAL') statement.balance = value;
    else if (entry && (name !== 'CURSYM' || inner === 'CURRENCY')) {
      const key = inner === 'PAYEE' && name === 'NAME' ? 'PAYEE NAME' : name;
      if (!entry.fields.has(key)) entry.fields.set(key, value);
    }
  }
  // Version 1 may leave out the end of an entry, but no whole file leaves out its own.
  if (entry && !/<\/OFX\s*>/i.test(text)) entry.isCut = true;
  return { statements, hasStatement };
}

interface Tag {
  /** In capitals. */
  name: string;
  isEnd: boolean;
  /** The text behind the tag. */
  value: string;
  /** The tag and its value as they stand in the file. */
  written: string;
}

/** A `<` that begins no tag belongs to the value before it, as does all of CDATA. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  let isData = false;
  for (const part of withoutComments(text).split('<').slice(1)) {
    const begins: boolean = !isData && part.startsWith(DATA);
    const end = isData ? -1 : part.indexOf('>');
    const [, slash, name] = TAG.exec(part.slice(0, Math.min(end, MAX_TAG_LENGTH))) ?? [];
    const last = tags.at(-1);
    if (end > 0 && name !== undefined) {
      const value = part.slice(end + 1);
      tags.push({ name: name.toUpperCase(), isEnd: slash === '/', value, written: `<${part}` });
    } else if (last) {
      last.written += `<${part}`;
      const data: string = begins ? part.slice(DATA.length) : `<${part}`;
      if (begins || isData) {
        isData = !data.includes(DATA_END);
        last.value += data.replace(DATA_END, '');
      }
      // Declarations are no values.
      else if (!/^[!?]/.test(part)) last.value += data;
    }
  }
  for (const tag of tags) tag.value = withEntities(tag.value).trim();
  return tags;
}

/** A comment that never ends is none: it would hide the rest of the file. */
function withoutComments(text: string): string {
  const [before = '', ...parts] = text.split('<!--');
  const kept = parts.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? `<!--${part}` : part.slice(end + 3);
  });
  return before + kept.join('');
}

function withEntities(text: string): string {
  if (!text.includes('&')) return text;
  return (
    text
      .replace(/&(?:apos|#39);/g, "'")
      .replace(/&quot;/g, '"')
      // Some banks escape them twice: `&amp;lt;`.
      .replace(/&amp;(?=\w+;|#\d)/g, '&')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&nbsp;/g, ' ')
      .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0xfffd)))
      .replace(/&amp;/g, '&')
  );
}
