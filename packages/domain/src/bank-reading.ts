import { dayInZone, formatDay, yearOf } from './days.ts';

/**
 * What repairs a connection: a login at the bank, or a new link if the bank no longer knows it. Neither helps where it is null.
 */
export const BANK_REPAIRS = ['login', 'new link'] as const;
export type BankRepair = (typeof BANK_REPAIRS)[number];

export function repairOf(errorCode: string | null): BankRepair | null {
  if (errorCode === 'BANK_LOGIN_REQUIRED') return 'login';
  return errorCode === 'BANK_CONNECTION_GONE' ? 'new link' : null;
}

/** A connection and how its last sync went. Instants are in ISO 8601. */
export interface BankReading {
  name: string;
  /** The last successful sync; null before the first. */
  lastReadAt: string | null;
  linkedAt: string;
  problem: {
    /** The bank, or one of the banks behind the connection. */
    name: string;
    message: string;
    /** False if waiting may help. */
    needsOwner: boolean;
    repair: BankRepair | null;
  } | null;
}

/**
 * Returns a connection's name: that of its banks. They are those of the accounts that it still has, because another connection may have
 * taken over the rest; without accounts, what the provider calls it. Cost: n in the names.
 */
export function connectionName(bankNames: readonly string[], reportedName: string): string {
  const [first = reportedName, ...others] = new Set(bankNames);
  return others.length > 1 ? `${first} and ${others.length} others` : [first, ...others].join(', ');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A day, and an hour for the job: some banks are read once a day. */
const LATE_AFTER_MS = 25 * HOUR_MS;
/** From here on, the week's number says how old it is. */
const OLD_AFTER_MS = 72 * HOUR_MS;

/** Returns the bank that was read longest ago (PD-85), a new one by its link; undefined without a bank. Cost: n in the banks. */
export function oldestReading<Bank extends BankReading>(banks: readonly Bank[]): Bank | undefined {
  let oldest: Bank | undefined;
  for (const bank of banks) if (!oldest || readAtMs(bank) < readAtMs(oldest)) oldest = bank;
  return oldest;
}

/**
 * Returns the bank to report on Home (PD-84): one that needs its owner, else the one read longest ago if that is late. Undefined if all is
 * well. Cost: n in the banks.
 */
export function bankToReport<Bank extends BankReading>(
  banks: readonly Bank[],
  nowMs: number,
): Bank | undefined {
  const waiting = banks.find(({ problem }) => problem?.needsOwner);
  if (waiting) return waiting;
  const oldest = oldestReading(banks);
  return oldest && nowMs - readAtMs(oldest) > LATE_AFTER_MS ? oldest : undefined;
}

/** What is wrong with a bank to report, in one sentence that begins with its name. */
export function bankReport(
  { name, lastReadAt, problem }: BankReading,
  now: Date,
  timeZone: string,
): { name: string; rest: string } {
  if (problem?.repair === 'login') return { name: problem.name, rest: ' needs you to log in again.' };
  if (problem?.repair === 'new link') return { name: problem.name, rest: ' needs to be connected again.' };
  if (problem) return { name: problem.name, rest: `: ${problem.message}` };
  const since = lastReadAt === null ? 'yet' : `since ${dayWords(lastReadAt, now, timeZone)}`;
  return { name, rest: ` hasn’t been read ${since}.` };
}

/**
 * `Bank last read 3 min ago`, `Bank last read Nov 12`; with several banks the oldest is named (PD-85). Null without a bank. Cost: n in the
 * banks.
 */
export function lastReadWords(banks: readonly BankReading[], now: Date, timeZone: string): string | null {
  const oldest = oldestReading(banks);
  if (!oldest) return null;
  const who = banks.length === 1 ? 'Bank' : oldest.name;
  if (oldest.lastReadAt === null) return `${who} not read yet`;
  return `${who} last read ${ageWords(oldest.lastReadAt, now, timeZone)}`;
}

/** `Nov 12`, the day up to which this week's number is complete; null unless that is three days ago. Cost: n in the banks. */
export function oldNumberDay(banks: readonly BankReading[], now: Date, timeZone: string): string | null {
  const oldest = oldestReading(banks);
  if (!oldest || now.getTime() - readAtMs(oldest) < OLD_AFTER_MS) return null;
  return dayWords(oldest.lastReadAt ?? oldest.linkedAt, now, timeZone);
}

function readAtMs({ lastReadAt, linkedAt }: BankReading): number {
  return Date.parse(lastReadAt ?? linkedAt);
}

function ageWords(instant: string, now: Date, timeZone: string): string {
  const ageMs = Math.max(0, now.getTime() - Date.parse(instant));
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < 24 * HOUR_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  return dayWords(instant, now, timeZone);
}

/** `Nov 12`, with the year if it is another one. */
function dayWords(instant: string, now: Date, timeZone: string): string {
  const day = dayInZone(new Date(instant), timeZone);
  const isOtherYear = yearOf(day) !== yearOf(dayInZone(now, timeZone));
  return formatDay(day, { month: 'short', day: 'numeric', ...(isOtherYear && { year: 'numeric' }) });
}
