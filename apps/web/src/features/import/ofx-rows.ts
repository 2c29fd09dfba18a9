import { MAX_BANK_REF_LENGTH } from '@oinkly/domain/statements/limits';
import type { TableRow } from '@oinkly/domain/statements/statement-table';
import { parseSync } from 'ofx-js';
import { FileProblem } from './file-problem.ts';

const UNREADABLE = 'This OFX file is damaged. Please download it from your bank again.';
const NO_STATEMENT = 'This OFX file has no bank or card statement.';
const NO_TRANSACTIONS = 'This OFX file has no purchases or payments.';

export function looksLikeOfx(text: string): boolean {
  return /<OFX>/i.test(text.slice(0, 20_000));
}

/**
 * Of all accounts, in version 1 (SGML) or 2 (XML). Drops ids that a bank repeats. Throws a FileProblem if the file is unreadable or has no
 * transactions.
 */
export function ofxRows(text: string): TableRow[] {
  const statements = statementsOf(text);
  if (statements.length === 0) throw new FileProblem(NO_STATEMENT);
  const rows = statements.flatMap((statement) => {
    const currency = textAt(statement, 'CURDEF');
    const account =
      textAt(statement, 'BANKACCTFROM', 'ACCTID') ||
      textAt(statement, 'CCACCTFROM', 'ACCTID') ||
      textAt(statement, 'INVACCTFROM', 'ACCTID');
    return allBelow(statement, 'STMTTRN').map((transaction) => {
      const fitId = textAt(transaction, 'FITID');
      const memo = textAt(transaction, 'MEMO');
      const names = [textAt(transaction, 'NAME'), textAt(transaction, 'PAYEE', 'NAME')];
      return {
        cells: [
          // Day of purchase, else of posting. It is the bank's day, so the time zone is ignored.
          (textAt(transaction, 'DTUSER') || textAt(transaction, 'DTPOSTED')).slice(0, 8),
          // Some banks fill a missing name with zeros.
          [...names, memo].find((name) => /\p{L}/u.test(name)) ?? names.find((name) => name !== '') ?? memo,
          textAt(transaction, 'TRNAMT'),
          textAt(transaction, 'TRNTYPE'),
          textAt(transaction, 'CURRENCY', 'CURSYM') || currency,
          memo,
        ],
        bankRef: fitId === '' ? '' : `${account} ${fitId}`,
      };
    });
  });
  if (rows.length === 0) throw new FileProblem(NO_TRANSACTIONS);
  const byRef = Map.groupBy(rows, ({ bankRef }) => bankRef);
  return rows.map(({ cells, bankRef }, index) => {
    const isName =
      bankRef !== '' && bankRef.length <= MAX_BANK_REF_LENGTH && byRef.get(bankRef)?.length === 1;
    return { line: index + 1, cells, ...(isName && { bankRef }) };
  });
}

function statementsOf(text: string): unknown[] {
  // The parser's time doubles with every letter of a tag; OFX tags are shorter than this.
  if (/<\/?[\w.]{25}/.test(text)) throw new FileProblem(UNREADABLE);
  let ofx: unknown;
  try {
    ofx = parseSync(wellFormed(text)).OFX;
  } catch (cause) {
    throw new FileProblem(UNREADABLE, { cause });
  }
  return [
    ...listAt(ofx, 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS'),
    ...listAt(ofx, 'CREDITCARDMSGSRSV1', 'CCSTMTTRNRS', 'CCSTMTRS'),
    ...listAt(ofx, 'INVSTMTMSGSRSV1', 'INVSTMTTRNRS', 'INVSTMTRS'),
  ];
}

/** Repairs the text for the parser: known tags only, no `<` in values, and closing tags for empty values. */
function wellFormed(text: string): string {
  const closed = new Set(Array.from(text.matchAll(/<\/([\w.]+)>/g), ([, name]) => name));
  return text
    .replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, value: string) => escaped(value))
    .replace(/<ofx>/i, '<OFX>')
    .replace(/<(?![A-Za-z/?!])/g, '&lt;')
    .replace(/<([\w.]+)>\s*(?=<)/g, (tag, name: string) => (closed.has(name) || name === 'OFX' ? tag : ''));
}

function escaped(value: string): string {
  return value
    .replace(/&(?!\w+;|#)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * All elements of this name at any depth: some banks leave the surrounding list open, and brokers wrap it.
 */
function allBelow(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) =>
    key === name
      ? listAt(node, name)
      : Array.isArray(child)
        ? child.flatMap((one: unknown) => allBelow(one, name))
        : allBelow(child, name),
  );
}

/** All elements at a path whose steps may repeat. */
function listAt(node: unknown, ...path: string[]): unknown[] {
  return path.reduce<unknown[]>(
    (nodes, name) =>
      nodes.flatMap((one) => {
        const child = childOf(one, name);
        return child === undefined ? [] : Array.isArray(child) ? (child as unknown[]) : [child];
      }),
    [node],
  );
}

function textAt(node: unknown, ...path: string[]): string {
  const [found] = listAt(node, ...path);
  return typeof found === 'string' ? withEntities(found).trim() : '';
}

function childOf(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  return Object.entries(node).find(([key]) => key === name)?.[1];
}

function withEntities(text: string): string {
  return (
    text
      .replace(/&(?:apos|#39);/g, "'")
      .replace(/&quot;/g, '"')
      // Some banks escape them twice: `&amp;lt;`.
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&')
      .replace(/&nbsp;/g, ' ')
  );
}
