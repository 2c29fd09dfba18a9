// `npm run bench`: measures the built server against this machine's limits; `-- <name>` runs one group.
import { buildIfNeeded, installIfNeeded, projectEnvironment, run } from './project.mjs';

const GROUPS = {
  gets: 'signed-in-gets.ts',
  people: 'people.ts',
  'next-steps': 'next-steps.ts',
  server: 'bench.ts',
  syncs: 'bank-syncs.ts',
  'hostile-bodies': 'hostile-bodies.ts',
  costliest: 'costliest.ts',
  queue: 'long-queue.ts',
  histories: 'long-history.ts',
  leaderboard: 'leaderboard-scale.ts',
  weeks: 'everyones-week.ts',
  occurrences: 'due-occurrences.ts',
  pages: 'pages.ts',
  'long-file': 'long-file.ts',
  taps: 'taps.ts',
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GROUPS);
const unknown = names.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}
await installIfNeeded({ all: true });
await buildIfNeeded();
for (const name of names) await run('node', [`tools/bench/${GROUPS[name]}`], { env: projectEnvironment() });
