import { addDays, dayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { openPool } from '@oinkly/server/db/database';
import { readBudgetSettings } from '@oinkly/server/modules/budget/index';
import { recognizeSession } from '@oinkly/server/modules/identity/index';
import { listBoardUsers, listFriendIds } from '@oinkly/server/modules/leaderboard/leaderboard.queries';
import { RESULTS_READ } from '@oinkly/server/modules/leaderboard/competitors';
import Fastify from 'fastify';

/*
 * Bare Fastify with the statements of two calls of the app, on the app's database. The app adds the rest of a call's cost.
 * `node bare-statements.ts <connection string> <session token>` prints its address.
 */

const [connectionString = '', token = ''] = process.argv.slice(2);
const db = openPool(connectionString, () => undefined);
const app = Fastify();

app.get('/api/settings', async () => readBudgetSettings(db, await readUser()));

app.get('/api/leaderboard', async () => {
  const { id } = await readUser();
  const now = new Date();
  const today = dayInZone(now, 'UTC');
  const week = weekStartOf(today);
  return listBoardUsers(db, id, await listFriendIds(db, id), {
    week,
    resultsFrom: addDays(week, -7 * RESULTS_READ),
    today,
    now,
  });
});

async function readUser() {
  const session = await recognizeSession({ db, clock: () => new Date() }, token);
  if (!session) throw new Error('The session has ended');
  return session.user;
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => {
  void app.close().then(() => db.$client.end());
});
