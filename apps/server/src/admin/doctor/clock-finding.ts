import { fine, wrong, type Finding } from '../../monitoring/finding.ts';

/** Signatures of logins and webhooks are refused when they seem to be a few minutes off. */
const MOST_SKEW_MS = 30_000;

/** Compares this machine's clock with another one. */
export function clockFinding(from: string, at: Date, now: Date): Finding {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const compared = `This machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} that of ${from}`;
  return Math.abs(at.getTime() - now.getTime()) <= MOST_SKEW_MS
    ? fine('clock', `This machine and ${from} agree on the time.`)
    : wrong('clock', `${compared}: turn on time synchronization (NTP) on both.`);
}
