import { testBanks } from './banks.ts';
import { addDays, dayInZone } from './day.ts';
import { createLedger } from './ledger.ts';
import { isDiscretionary, profileWeeks } from './profile.ts';

/** Prints the profile of 24 months per test bank: `node src/print-profile.ts [bank] [seed]`. */

const goalCents = 12_500;
const dollars = (cents: number): string => (cents / 100).toFixed(2).padStart(8);
const [onlyBank, seed = 'oinkly'] = process.argv.slice(2);
const today = dayInZone(new Date(), 'America/Los_Angeles');
const from = addDays(today, -730);

for (const { key, customer: person } of testBanks) {
  if (onlyBank !== undefined && onlyBank !== key) continue;
  const started = performance.now();
  const ledger = createLedger(person, seed);
  const entries = ledger.postedBetween(from, today);
  const elapsedMs = performance.now() - started;
  const weeks = profileWeeks(entries, from, today);
  const merchants = new Set(entries.filter(isDiscretionary).map((entry) => entry.party?.name));
  const under = weeks.filter((week) => week.spendingCents <= goalCents).length;
  const recent = weeks.slice(-52);
  const recentUnder = recent.filter((week) => week.spendingCents <= goalCents).length;

  if (onlyBank !== undefined) {
    for (const week of weeks) {
      const color = week.spendingCents <= goalCents ? 'green' : 'red  ';
      console.log(`${week.monday} ${dollars(week.spendingCents)} ${color} ${week.rows} rows`);
    }
  }
  const highest = Math.max(...weeks.map((week) => week.spendingCents));
  console.log(
    `${key} ${entries.length} rows, ${merchants.size} merchants, ${weeks.length} weeks, ` +
      `${under} green (${Math.round((100 * under) / weeks.length)} %), last 52: ${recentUnder} green, ` +
      `highest ${dollars(highest).trim()}, refunds ${entries.filter((entry) => entry.code === 'refund').length}, ` +
      `pending now ${ledger.pendingOn(today).length}, made in ${elapsedMs.toFixed(0)} ms`,
  );
  for (const account of person.accounts) {
    console.log(`  ${account.name} ••${account.mask} ${dollars(ledger.balanceCents(account, today))}`);
  }
}
