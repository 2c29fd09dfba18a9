import { isRealDay, type BankRow, type BankStatement } from './bank-statement.ts';
import { TODAY } from './bank-world.ts';
import { KINDS_BY_CATEGORY, merchantOf, MANUAL_NAMES, UNKNOWN_CATEGORY } from './vocabulary.ts';

/** An expense as the user sees it. Amounts in cents. */
export interface ShownExpense {
  /** Null for a manual expense. */
  transactionId: string | null;
  name: string;
  amountCents: number;
  day: string;
  category: string;
  kind: string;
  counted: boolean;
  refundedCents: number;
  pending: boolean;
  currency: string;
  matched: boolean;
}

interface ReportablePurchase {
  name: string;
  amountCents: number;
  day: string;
  isPending: boolean;
}

export interface WeekSums {
  spentCents: number;
  rankedCents: number;
  purchases: number;
}

/** What a merchant's new bank expenses start with; null sets nothing. */
export interface RuleFields {
  name: string | null;
  category: string | null;
  isCounted: boolean | null;
}

/** Used only to order ties. */
export type GivenIds = ReadonlyMap<string, { bankTransactionId: number; expenseId: number | null }>;

interface Movement {
  /** Null for a manual expense. */
  transactionId: string | null;
  account: string;
  amountCents: number;
  currency: string;
  postedOn: string;
  authorizedOn: string | null;
  day: string;
  name: string;
  merchantName: string | null;
  isPending: boolean;
  detailed: string | null;
  isWithdrawn: boolean;
  isOfEarlierLink: boolean;
  /** Whether the bank was linked anew under known identities and has not reported it since. */
  isUnseen: boolean;
  /** Whether it ever was an expense, so it is not new when it becomes one again. */
  wasExpense: boolean;
  edits: Partial<Pick<ShownExpense, 'name' | 'amountCents' | 'day' | 'category'>>;
  countedByHand: boolean | null;
  isDeleted: boolean;
  mergedInto: Movement | null;
  /** For a manual expense: those the user called different. */
  isNot: ReadonlySet<Movement>;
  takenFromManual: ReadonlySet<'name' | 'category' | 'day' | 'counted'>;
}

const DAY_MS = 86_400_000;
const MOST_CENTS = 1_000_000_000;
const REFUND_DAYS = 90;
const SAME_PURCHASE_DAYS = 3;
const PENDING_DAYS = 10;
const STEP_BACK_DAYS = 3;
const ABSENCE_DAYS = 30;

const dayNumber = (day: string) => Date.parse(day) / DAY_MS;

/** 1970-01-05 was a Monday. */
function mondayOf(day: string): string {
  const number = dayNumber(day);
  return new Date((number - ((number + 3) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

function readable(
  row: BankRow,
): { amountCents: number; postedOn: string; authorizedOn: string | null } | null {
  if (typeof row.amount !== 'number' || !isRealDay(row.date)) return null;
  // Histories have no half cents; rounding them is a rule about money, not syncing.
  const amountCents = Math.sign(row.amount) * Math.round(Math.abs(row.amount) * 100);
  if (!(Math.abs(amountCents) <= MOST_CENTS)) return null;
  return {
    amountCents: amountCents === 0 ? 0 : amountCents,
    postedOn: row.date,
    authorizedOn: isRealDay(row.authorized_date) ? row.authorized_date : null,
  };
}

/**
 * The product's rules for one user and bank in the simplest form: reads whole statements, never changes, and
 * recomputes every sum.
 */
export class ReferenceLedger {
  #movements: Movement[] = [];
  /** By merchant. */
  readonly #rules = new Map<string, RuleFields>();
  countsFixedBills = false;
  readonly counts = { merges: 0, returns: 0, ruled: 0, continuations: 0 };
  /** Null before the first sync. */
  cursor: string | null = null;
  readonly #namesRemovals: boolean;

  /** `namesRemovals`: whether the bank says what is gone, instead of leaving it out. */
  constructor({ namesRemovals }: { namesRemovals: boolean }) {
    this.#namesRemovals = namesRemovals;
  }

  /** Returns the number of new counted expenses (PD-41). */
  apply(statement: BankStatement): number {
    if (this.#movements.some((movement) => movement.isOfEarlierLink)) this.#recognize(statement);
    const known = new Map(this.#movements.map((movement) => [movement.transactionId, movement]));
    const standing = new Map(statement.rows.map((row) => [row.transaction_id, row]));

    // A posted row continues its pending one (PD-8).
    for (const row of statement.rows) {
      const pending = row.pending_transaction_id === null ? undefined : known.get(row.pending_transaction_id);
      if (!readable(row) || !pending || known.has(row.transaction_id)) continue;
      known.delete(pending.transactionId);
      pending.transactionId = row.transaction_id;
      known.set(row.transaction_id, pending);
    }
    if (this.#namesRemovals) this.#continueRemoved(statement, known);
    // Rows missing in days that the bank covers are removed, except those of an earlier link that was recognized above.
    for (const movement of this.#movements) {
      const { transactionId, isOfEarlierLink, isUnseen } = movement;
      if (transactionId === null || isOfEarlierLink || standing.has(transactionId)) continue;
      if (statement.covers(movement) || (isUnseen && isReached(movement, statement)))
        movement.isWithdrawn = true;
    }
    let imported = 0;
    for (const row of statement.rows) {
      const content = readable(row);
      if (!content) continue;
      const movement = known.get(row.transaction_id) ?? this.#add(row);
      this.#report(movement, row, content, statement);
      if (movement.amountCents > 0 && !movement.wasExpense) {
        movement.wasExpense = true;
        this.#followRule(movement);
        if (this.#isCounted(movement)) imported += 1;
      }
    }
    this.cursor = statement.cursor;
    this.#mergeDuplicates();
    return imported;
  }

  /**
   * Unmerges a manual expense whose bank expense is withdrawn. Merges it into one of its exact amount and shop, up to three days later
   * (one if the bank knows the day), unless another such expense is within three days, even a deleted or separated one.
   */
  #mergeDuplicates(): void {
    for (const manual of this.#movements) {
      const bank = manual.mergedInto;
      if (!bank || (!bank.isWithdrawn && bank.amountCents > 0)) continue;
      const said = this.#isCountedByManual(manual, bank) ? null : bank.countedByHand;
      const edits = { ...bank.edits };
      this.#unmerge(manual, bank);
      Object.assign(manual.edits, edits);
      manual.countedByHand = said ?? manual.countedByHand;
      manual.isDeleted ||= bank.isDeleted;
      this.counts.returns += 1;
    }
    const exact = this.#alike().filter(
      ([manual, bank]) => Math.abs(this.#shown(manual).amountCents) === bank.amountCents,
    );
    for (const [manual, bank] of exact) {
      const gap = this.#gapDays(manual, bank);
      const isSoon = gap >= 0 && gap <= (bank.authorizedOn === null ? SAME_PURCHASE_DAYS : 1);
      const rivals = exact.filter(([one, other]) => one === manual || other === bank);
      if (isSoon && isUndecided(manual, bank) && rivals.length === 1) this.#merge(manual, bank);
    }
  }

  offers(): { manualName: string; transactionId: string | null }[] {
    return this.#candidates().map(([manual, bank]) => ({
      manualName: this.#shown(manual).name,
      transactionId: bank.transactionId,
    }));
  }

  answer(manualExpense: ShownExpense, bankExpense: ShownExpense, isSame: boolean): void {
    const [manual, bank] = [this.#find(manualExpense), this.#find(bankExpense)];
    if (isSame) this.#merge(manual, bank);
    else manual.isNot = new Set([...manual.isNot, bank]);
    this.#mergeDuplicates();
  }

  undo(bankExpense: ShownExpense): void {
    const bank = this.#find(bankExpense);
    const manual = this.#mergedInto(bank);
    if (!manual) throw new Error('Nothing is merged into it');
    this.#unmerge(manual, bank);
    manual.isNot = new Set([...manual.isNot, bank]);
    this.#mergeDuplicates();
  }

  reportable(): ReportablePurchase[] {
    return this.#movements.filter(isOfBank).flatMap((movement) => {
      const name = MANUAL_NAMES[merchantOf(movement)];
      const { day, amountCents, isPending } = movement;
      return name !== undefined && amountCents > 0 && !movement.isWithdrawn
        ? [{ name, day, amountCents, isPending }]
        : [];
    });
  }

  /** Relinks the bank, which reports everything under new ids. */
  relink(): void {
    for (const movement of this.#movements) movement.isOfEarlierLink = movement.transactionId !== null;
    this.cursor = null;
  }

  /** Relinks a bank whose rows the test can tell apart, whatever ids they get. */
  relinkUnderKnownIdentities(): void {
    for (const movement of this.#movements) movement.isUnseen = movement.transactionId !== null;
    this.cursor = null;
  }

  /**
   * Renames movements: of rows that a person cannot tell apart, any may get any one's expense. Throws if they can be told apart. Returns
   * the number of renamed ones.
   */
  exchange(names: ReadonlyMap<string, string>, statement: BankStatement): number {
    const known = new Map(this.#movements.map((movement) => [movement.transactionId, movement]));
    const reported = new Map(statement.rows.map((row) => [row.transaction_id, row]));
    const looks = (name: string) => {
      const [movement, row] = [known.get(name), reported.get(name)];
      const content = row ? readable(row) : null;
      return [
        ...(movement ? [movement] : []),
        ...(row && content
          ? [{ ...content, name: row.name, account: statement.accounts.get(row.account_id) ?? '' }]
          : []),
      ];
    };
    for (const [name, taken] of names) {
      const areAlike = looks(name).some((one) => looks(taken).some((other) => isConfusable(one, other)));
      if (!areAlike) throw new Error(`The expense of ${name} was given to ${taken}`);
    }
    for (const [name, taken] of names) {
      const movement = known.get(name);
      if (movement) movement.transactionId = taken;
    }
    return names.size;
  }

  type(entry: { name: string; amountCents: number; day: string; category: string }): void {
    this.#movements.push({
      ...blank,
      ...entry,
      postedOn: entry.day,
      edits: { category: entry.category },
      wasExpense: true,
    });
    this.#mergeDuplicates();
  }

  /** The visible expenses, unordered. */
  expenses(ids: GivenIds): ShownExpense[] {
    const refunded = this.#refunds(ids);
    return this.#movements
      .filter((movement) => isExpense(movement) && !movement.isDeleted)
      .map((movement) => ({
        ...this.#shown(movement),
        transactionId: movement.transactionId,
        kind: kindOf(movement),
        counted: this.#isCounted(movement),
        refundedCents: refunded.get(movement) ?? 0,
        pending: movement.isPending,
        currency: movement.currency,
        matched: this.#mergedInto(movement) !== undefined,
      }));
  }

  weeks(ids: GivenIds): Map<string, WeekSums> {
    const refunded = this.#refunds(ids);
    const weeks = new Map<string, WeekSums>();
    for (const movement of this.#movements.filter(isExpense)) {
      const { amountCents, day } = this.#shown(movement);
      const takenOffCents = refunded.get(movement) ?? 0;
      const costCents = Math.max(0, Math.abs(amountCents) - takenOffCents);
      const isCounted = !movement.isDeleted && this.#isCounted(movement);
      const monday = mondayOf(day);
      const sums = weeks.get(monday) ?? { spentCents: 0, rankedCents: 0, purchases: 0 };
      weeks.set(monday, {
        spentCents: sums.spentCents + (isCounted ? costCents : 0),
        purchases: sums.purchases + (isCounted ? 1 : 0),
        rankedCents: sums.rankedCents + this.#rankedCents(movement, costCents, takenOffCents),
      });
    }
    for (const [monday, { spentCents, rankedCents, purchases }] of weeks) {
      if (spentCents === 0 && rankedCents === 0 && purchases === 0) weeks.delete(monday);
    }
    return weeks;
  }

  /** The user edits a field; the same value is no edit (PD-7). */
  edit<F extends keyof Movement['edits']>(target: ShownExpense, field: F, value: ShownExpense[F]): void {
    const movement = this.#find(target);
    if (this.#shown(movement)[field] !== value) movement.edits[field] = value;
    this.#mergeDuplicates();
  }

  /** Later changes add to a merchant's rule (PD-73). */
  setRule(target: ShownExpense, fields: Partial<RuleFields>): void {
    const merchant = merchantOf(this.#find(target));
    const before = this.#rules.get(merchant);
    this.#rules.set(merchant, {
      name: fields.name ?? before?.name ?? null,
      category: fields.category ?? before?.category ?? null,
      isCounted: fields.isCounted ?? before?.isCounted ?? null,
    });
  }

  /** Returns whether the merchant had one. */
  removeRule(target: ShownExpense): boolean {
    return this.#rules.delete(merchantOf(this.#find(target)));
  }

  /** What a rule sets counts as edited by the user. */
  #followRule(movement: Movement): void {
    const rule = this.#rules.get(merchantOf(movement));
    if (!rule) return;
    if (rule.name !== null) movement.edits.name = rule.name;
    if (rule.category !== null) movement.edits.category = rule.category;
    movement.countedByHand = rule.isCounted;
    this.counts.ruled += 1;
  }

  count(target: ShownExpense, counted: boolean | null): void {
    this.#find(target).countedByHand = counted;
  }

  delete(target: ShownExpense): void {
    this.#find(target).isDeleted = true;
    this.#mergeDuplicates();
  }

  #find(target: ShownExpense): Movement {
    const { transactionId } = target;
    const found = this.#movements.find(
      (movement) =>
        movement.transactionId === transactionId &&
        (transactionId !== null ||
          (isExpense(movement) && !movement.isDeleted && this.#isShownAs(movement, target))),
    );
    if (!found) throw new Error(`The reference has no expense ${transactionId ?? target.name}`);
    return found;
  }

  /** Manual expenses have numbered names, but one that an unmerge returns keeps its bank expense's name. */
  #isShownAs(movement: Movement, target: ShownExpense): boolean {
    const { name, amountCents, day, category } = this.#shown(movement);
    return (
      name === target.name &&
      amountCents === target.amountCents &&
      day === target.day &&
      category === target.category
    );
  }

  /** Possible duplicates without a decision. */
  #candidates(): [manual: Movement, bank: Movement][] {
    return this.#alike().filter(([manual, bank]) => isUndecided(manual, bank));
  }

  #alike(): [manual: Movement, bank: Movement][] {
    const alone = this.#movements.filter(isExpense);
    const ofBank = alone.filter(
      (movement) => isOfBank(movement) && movement.currency === 'USD' && !this.#mergedInto(movement),
    );
    return alone
      .filter((movement) => !isOfBank(movement))
      .flatMap((manual) =>
        ofBank
          .filter((bank) => this.#isLike(manual, bank))
          .map((bank): [Movement, Movement] => [manual, bank]),
      );
  }

  #isLike(manual: Movement, bank: Movement): boolean {
    const { name, amountCents } = this.#shown(manual);
    const shop = MANUAL_NAMES[merchantOf(bank)];
    const isNear = Math.abs(this.#gapDays(manual, bank)) <= SAME_PURCHASE_DAYS;
    if (shop === undefined || !name.startsWith(shop) || !isNear) return false;
    const [less = 0, more = 0] = [Math.abs(amountCents), bank.amountCents].sort((a, b) => a - b);
    const isRounded = amountCents % 100 === 0 && more - less < 100;
    return less === more || more * 4 <= less * 5 || isRounded;
  }

  #gapDays(manual: Movement, bank: Movement): number {
    return dayNumber(this.#shown(bank).day) - dayNumber(this.#shown(manual).day);
  }

  #mergedInto(bank: Movement): Movement | undefined {
    return this.#movements.find((movement) => movement.mergedInto === bank);
  }

  /** Manual values win over unedited bank values; the day only where the bank doesn't know it. */
  #merge(manual: Movement, bank: Movement): void {
    const { name, category, day } = this.#shown(manual);
    const takenFromManual = new Set<'name' | 'category' | 'day' | 'counted'>();
    if (bank.edits.name === undefined) takenFromManual.add('name');
    if (bank.edits.category === undefined) takenFromManual.add('category');
    if (bank.edits.day === undefined && bank.authorizedOn === null && day < bank.day)
      takenFromManual.add('day');
    if (bank.countedByHand === null) takenFromManual.add('counted');
    bank.edits = {
      ...bank.edits,
      ...(takenFromManual.has('name') && { name }),
      ...(takenFromManual.has('category') && { category }),
      ...(takenFromManual.has('day') && { day }),
    };
    if (takenFromManual.has('counted')) bank.countedByHand = manual.countedByHand ?? true;
    bank.takenFromManual = takenFromManual;
    manual.mergedInto = bank;
    this.counts.merges += 1;
  }

  /** Fields still equal to the manual ones return to the bank's. */
  #unmerge(manual: Movement, bank: Movement): void {
    const shown = this.#shown(manual);
    if (this.#isCountedByManual(manual, bank)) bank.countedByHand = null;
    const { name, category, day, ...rest } = bank.edits;
    const isKept = (field: 'name' | 'category' | 'day', edit: string | undefined) =>
      edit !== undefined && !(bank.takenFromManual.has(field) && edit === shown[field]);
    bank.edits = {
      ...rest,
      ...(isKept('name', name) && { name }),
      ...(isKept('category', category) && { category }),
      ...(isKept('day', day) && { day }),
    };
    bank.takenFromManual = new Set();
    manual.mergedInto = null;
  }

  #isCountedByManual(manual: Movement, bank: Movement): boolean {
    return bank.takenFromManual.has('counted') && bank.countedByHand === (manual.countedByHand ?? true);
  }

  /**
   * Pairs the rows of a new link with the old one's: by account, posting day, amount and name; else day and
   * name; else day and amount. The rest of the old link ends, unless it is older than all of the bank's rows
   * for its account.
   */
  #recognize({ rows, accounts }: BankStatement): void {
    const reported = rows.flatMap((row) => {
      const content = readable(row);
      const account = accounts.get(row.account_id);
      return content ? [{ ...content, row, account, day: content.authorizedOn ?? content.postedOn }] : [];
    });
    const alike: ((movement: Movement, fresh: (typeof reported)[number]) => boolean)[] = [
      (old, { postedOn, amountCents, row }) =>
        old.postedOn === postedOn &&
        old.amountCents === amountCents &&
        old.currency === (row.iso_currency_code ?? 'USD') &&
        old.name === row.name,
      (old, { day, row }) => old.day === day && old.name === row.name,
      (old, { day, amountCents, row }) =>
        old.day === day &&
        old.amountCents === amountCents &&
        old.currency === (row.iso_currency_code ?? 'USD'),
    ];
    const open = () => this.#movements.filter((old) => old.isOfEarlierLink && !old.isWithdrawn);
    for (const isAlike of alike) {
      const known = new Set(this.#movements.map((movement) => movement.transactionId));
      for (const fresh of reported) {
        const { transaction_id, pending_transaction_id } = fresh.row;
        if (known.has(transaction_id)) continue;
        if (pending_transaction_id !== null && known.has(pending_transaction_id)) continue;
        const old = open().find((movement) => movement.account === fresh.account && isAlike(movement, fresh));
        if (!old) continue;
        old.transactionId = transaction_id;
        old.isOfEarlierLink = false;
      }
    }
    for (const old of open()) {
      if (isReached(old, { rows, accounts })) old.isWithdrawn = true;
    }
  }

  /** A removed pending payment continues in the one posted row of its shop and amount, if no other payment could (PD-8). */
  #continueRemoved({ rows, accounts }: BankStatement, known: Map<string | null, Movement>): void {
    const standing = new Set(rows.map((row) => row.transaction_id));
    const removed = this.#movements.filter(
      ({ transactionId, isPending, isWithdrawn, isOfEarlierLink, day }) =>
        transactionId !== null &&
        isPending &&
        !standing.has(transactionId) &&
        (isWithdrawn ? dayNumber(day) > dayNumber(TODAY) - ABSENCE_DAYS : !isOfEarlierLink),
    );
    const reported = rows.flatMap((row) => {
      const content = readable(row);
      return content && !row.pending && row.pending_transaction_id === null && !known.has(row.transaction_id)
        ? [{ ...content, row, isLike: isLike(row, content.amountCents) }]
        : [];
    });
    function isLike(row: BankRow, amountCents: number) {
      const merchant = merchantOf({ name: row.name, merchantName: row.merchant_name });
      return (old: Movement) =>
        old.account === accounts.get(row.account_id) &&
        old.currency === (row.iso_currency_code ?? 'USD') &&
        old.amountCents === amountCents &&
        merchantOf(old) === merchant;
    }
    for (const { row, postedOn, isLike } of reported) {
      const [old, ...others] = removed.filter(isLike);
      const rivals = reported.filter((other) => old && other.isLike(old));
      if (!old || others.length > 0 || rivals.length > 1) continue;
      const days = dayNumber(postedOn) - dayNumber(old.day);
      if (days < -STEP_BACK_DAYS || days > PENDING_DAYS) continue;
      known.delete(old.transactionId);
      old.transactionId = row.transaction_id;
      known.set(row.transaction_id, old);
      this.counts.continuations += 1;
    }
  }

  #add(row: BankRow): Movement {
    const movement = { ...blank, edits: {}, transactionId: row.transaction_id, isPending: row.pending };
    this.#movements.push(movement);
    return movement;
  }

  #report(
    movement: Movement,
    row: BankRow,
    content: NonNullable<ReturnType<typeof readable>>,
    { accounts }: BankStatement,
  ): void {
    const isNew = movement.day === '';
    // A posted purchase is not pending again.
    if (!isNew && !movement.isPending && row.pending && !movement.isWithdrawn && !movement.isOfEarlierLink)
      return;
    const isPosting = movement.isPending && !row.pending;
    const hasMoved = movement.postedOn !== content.postedOn || movement.authorizedOn !== content.authorizedOn;
    // Posting never moves a purchase to another day (PD-3).
    if (isNew || (hasMoved && !isPosting)) movement.day = content.authorizedOn ?? content.postedOn;
    Object.assign(movement, content, {
      account: accounts.get(row.account_id) ?? '',
      currency: row.iso_currency_code ?? 'USD',
      name: row.name,
      merchantName: row.merchant_name,
      isPending: row.pending,
      detailed: row.personal_finance_category?.detailed ?? null,
      isWithdrawn: false,
      isOfEarlierLink: false,
      isUnseen: false,
    });
  }

  #shown(movement: Movement): Required<Movement['edits']> {
    return {
      name: movement.merchantName ?? movement.name,
      amountCents: movement.amountCents,
      day: movement.day,
      category: categoryOf(movement).category,
      ...movement.edits,
    };
  }

  #countsByKind(movement: Movement): boolean {
    const kind = kindOf(movement);
    return kind === 'spending' || (kind === 'fixed-bill' && this.countsFixedBills);
  }

  #isCounted(movement: Movement): boolean {
    return movement.currency === 'USD' && (movement.countedByHand ?? this.#countsByKind(movement));
  }

  /** What the user excluded, lowered or deleted still counts at the bank's amount (PD-21). */
  #rankedCents(movement: Movement, costCents: number, refundedCents: number): number {
    if (movement.currency !== 'USD') return 0;
    const isManual = movement.transactionId === null;
    if (isManual && movement.isDeleted) return 0;
    const bankCents = isManual ? 0 : Math.max(0, movement.amountCents - refundedCents);
    if (this.#countsByKind(movement)) return Math.max(bankCents, costCents);
    return movement.countedByHand === true && !movement.isDeleted ? costCents : 0;
  }

  /**
   * Refunds by purchase (PD-6). A refund reduces purchases of its merchant up to 90 days back by what is left
   * of them: one of its exact amount first, then the newest.
   */
  #refunds(ids: GivenIds): Map<Movement, number> {
    const refunded = new Map<Movement, number>();
    const orderOf = (movement: Movement, id: 'bankTransactionId' | 'expenseId') =>
      ids.get(movement.transactionId ?? '')?.[id] ?? 0;
    const byDay = (id: 'bankTransactionId' | 'expenseId') => (a: Movement, b: Movement) =>
      a.day.localeCompare(b.day) || orderOf(a, id) - orderOf(b, id);
    const reported = this.#movements.filter(
      ({ transactionId, isWithdrawn, currency }) =>
        transactionId !== null && !isWithdrawn && currency === 'USD',
    );
    const purchases = reported.filter((movement) => ['spending', 'fixed-bill'].includes(kindOf(movement)));
    const refunds = reported.filter((movement) => kindOf(movement) === 'refund' && movement.amountCents < 0);
    for (const refund of refunds.sort(byDay('bankTransactionId'))) {
      const open = (purchase: Movement) => purchase.amountCents - (refunded.get(purchase) ?? 0);
      const candidates = purchases
        .filter((purchase) => {
          const age = dayNumber(refund.day) - dayNumber(purchase.day);
          return merchantOf(purchase) === merchantOf(refund) && age >= 0 && age <= REFUND_DAYS;
        })
        .sort((a, b) => byDay('expenseId')(b, a));
      let leftCents = -refund.amountCents;
      const exact = candidates.find((purchase) => open(purchase) === leftCents);
      for (const purchase of exact ? [exact] : candidates) {
        const takenCents = Math.min(leftCents, open(purchase));
        refunded.set(purchase, (refunded.get(purchase) ?? 0) + takenCents);
        leftCents -= takenCents;
      }
    }
    return refunded;
  }
}

const blank: Movement = {
  transactionId: null,
  account: '',
  amountCents: 0,
  currency: 'USD',
  postedOn: '',
  authorizedOn: null,
  day: '',
  name: '',
  merchantName: null,
  isPending: false,
  detailed: null,
  isWithdrawn: false,
  isOfEarlierLink: false,
  isUnseen: false,
  wasExpense: false,
  edits: {},
  countedByHand: null,
  isDeleted: false,
  mergedInto: null,
  isNot: new Set(),
  takenFromManual: new Set(),
};

/** Money in is never an expense (PD-4); a merged one is shown as the other. */
function isExpense(movement: Movement): boolean {
  if (!isOfBank(movement)) return movement.mergedInto === null;
  return !movement.isWithdrawn && movement.amountCents > 0;
}

/** Whether a bank that was linked anew reports the account back to the movement's day. */
function isReached(
  { account, isPending, postedOn }: Movement,
  { rows, accounts }: Pick<BankStatement, 'rows' | 'accounts'>,
): boolean {
  const isEarlier = (row: BankRow) =>
    accounts.get(row.account_id) === account && (readable(row)?.postedOn ?? '9999') <= postedOn;
  return isPending || rows.some(isEarlier);
}

type Look = Pick<Movement, 'account' | 'postedOn' | 'amountCents' | 'name'>;

function isConfusable(one: Look, other: Look): boolean {
  if (one.account !== other.account || one.postedOn !== other.postedOn) return false;
  return one.amountCents === other.amountCents || one.name === other.name;
}

function isUndecided(manual: Movement, bank: Movement): boolean {
  return !manual.isDeleted && !bank.isDeleted && !manual.isNot.has(bank);
}

function isOfBank({ transactionId }: Movement): boolean {
  return transactionId !== null;
}

function categoryOf({ detailed }: Movement) {
  return detailed === null ? UNKNOWN_CATEGORY : (KINDS_BY_CATEGORY[detailed] ?? UNKNOWN_CATEGORY);
}

function kindOf(movement: Movement): string {
  if (movement.transactionId === null) return 'spending';
  const { out, in: moneyIn } = categoryOf(movement);
  return movement.amountCents > 0 ? out : moneyIn;
}
