/** What a bank or app publishes about its columns. */
export interface KnownLayout {
  /** The sign of purchases; null if each row or column says it. */
  purchases: -1 | 1 | null;
  /** US dollars, month first. */
  isUs: boolean;
  /** The payee's column, if its name is unclear. */
  name?: string;
}

const below = { purchases: -1, isUs: true } as const;
const above = { purchases: 1, isUs: true } as const;
const bySide = { purchases: null, isUs: true } as const;

/** Column names, in lower case, that only one kind of file has. A file may have more columns. */
const LAYOUTS: [columns: string[], known: KnownLayout][] = [
  // American Express uses the same columns where the day comes first.
  [['date', 'description', 'card member', 'account #', 'amount'], { ...above, isUs: false }],
  [
    ['date', 'description', 'amount', 'extended details', 'appears on your statement as'],
    { ...above, isUs: false },
  ],
  [['trans. date', 'post date', 'description', 'amount', 'category'], above],
  [['transaction date', 'clearing date', 'description', 'merchant', 'type', 'amount (usd)'], above],
  [['transaction date', 'post date', 'description', 'category', 'type', 'amount'], below],
  [['card', 'transaction date', 'post date', 'description', 'category', 'type', 'amount'], below],
  [['posted date', 'reference number', 'payee', 'address', 'amount'], below],
  [['status', 'date', 'description', 'debit', 'credit'], bySide],
  [['transaction date', 'posted date', 'card no.', 'description', 'category', 'debit', 'credit'], bySide],
  [['details', 'posting date', 'description', 'amount', 'type', 'balance'], below],
  [['date', 'description', 'amount', 'running bal.'], below],
  [['date', 'description', 'amount', 'check #', 'status'], below],
  [['date', 'transaction', 'name', 'memo', 'amount'], below],
  [['date', 'time', 'amount', 'type', 'description'], below],
  [['date', 'description', 'original description', 'category', 'amount', 'status'], below],
  [['date', 'description', 'type', 'amount', 'current balance', 'status'], below],
  [
    ['date', 'status', 'type', 'checknumber', 'description', 'withdrawal', 'deposit', 'runningbalance'],
    bySide,
  ],
  [
    [
      'account number',
      'transaction description',
      'transaction date',
      'transaction type',
      'transaction amount',
    ],
    bySide,
  ],
  [['posting date', 'transaction date', 'amount', 'credit debit indicator', 'description'], bySide],
  [['run date', 'action', 'symbol', 'amount ($)'], { ...below, name: 'action' }],
  // PayPal writes dates in its user's format.
  [['datetime', 'type', 'status', 'note', 'from', 'to', 'amount (total)'], { ...below, name: 'to' }],
  [['date', 'time', 'name', 'type', 'status', 'currency', 'gross', 'net'], { ...below, isUs: false }],
  [['date', 'time', 'name', 'type', 'status', 'currency', 'amount'], { ...below, isUs: false }],
  [['date', 'time', 'time zone', 'name', 'type', 'status', 'amount'], { ...below, isUs: false }],
  [
    ['transaction id', 'date', 'transaction type', 'currency', 'amount', 'net amount'],
    { ...below, name: 'name of sender/receiver' },
  ],
  [
    ['date', 'description', 'original description', 'amount', 'transaction type', 'category', 'account name'],
    bySide,
  ],
  [['date', 'merchant', 'category', 'account', 'original statement', 'amount'], below],
  [['date', 'original date', 'account type', 'institution name', 'name', 'custom name', 'amount'], above],
  [['date', 'name', 'amount', 'status', 'category', 'parent category', 'excluded', 'type', 'account'], above],
  [['date', 'account', 'description', 'category', 'tags', 'amount'], below],
  [['account', 'amount', 'currency', 'title', 'date', 'income', 'category name'], { ...below, isUs: false }],
  [['account', 'date', 'payee', 'notes', 'amount', 'cleared'], { ...below, isUs: false }],
  [['category', 'note', 'income/expense'], { ...bySide, isUs: false, name: 'note' }],
  [['date', 'wallet', 'type', 'category name', 'amount', 'note'], { ...below, isUs: false, name: 'note' }],
  [['order date', 'order id', 'title', 'item total', 'currency'], above],
  [['order date', 'order id', 'product name', 'total owed', 'currency'], { ...above, name: 'product name' }],
  [
    ['order date', 'order id', 'product name', 'total amount', 'currency'],
    { ...above, name: 'product name' },
  ],
  // Canada's largest bank writes the month first.
  [['account type', 'account number', 'transaction date', 'cheque number', 'description 1', 'cad$'], below],
  [
    ['type', 'product', 'started date', 'completed date', 'description', 'amount', 'currency', 'state'],
    { ...below, isUs: false },
  ],
  [['date', 'counter party', 'reference', 'type', 'spending category'], { ...below, isUs: false }],
];

/** Returns what a bank or app publishes about a header, or null. Cost: n in the columns. */
export function knownLayout(header: readonly string[] | null): KnownLayout | null {
  const names = new Set(header?.map((name) => name.trim().toLowerCase()));
  return LAYOUTS.find(([columns]) => columns.every((column) => names.has(column)))?.[1] ?? null;
}
