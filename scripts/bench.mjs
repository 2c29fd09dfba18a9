// `npm run bench`: measures the built server and compares it with the best this machine can do.
import { buildIfNeeded, installIfNeeded, projectEnvironment, run } from './project.mjs';

await installIfNeeded();
await buildIfNeeded();
await run('node', ['bench/bench.ts'], { env: projectEnvironment() });
await run('node', ['bench/bank-syncs.ts'], { env: projectEnvironment() });
await run('node', ['bench/hostile-bodies.ts'], { env: projectEnvironment() });
await run('node', ['bench/long-queue.ts'], { env: projectEnvironment() });
await run('node', ['bench/leaderboard-scale.ts'], { env: projectEnvironment() });
