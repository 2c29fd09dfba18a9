import { openApiJson } from '@oinkly/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { serve } from '../../http/contract-routes.ts';
import { addExpense, presentExpense } from '../expenses/index.ts';
import type { DrawPicture } from '../pictures/index.ts';
import { todayOf } from '../time/index.ts';
import { writeComingCalendar } from './coming-calendar.ts';
import { presentWeek } from './present-week.ts';
import { readEntry } from './read-entry.ts';
import { readWeek } from './read-week.ts';
import { requestIdOf } from './request-id.ts';
import { tokenOf, tokenUserOf } from './token-access.ts';

/** It changes with the version only. */
const OPEN_API = { config: { cacheControl: 'public, max-age=3600', readsNoSession: true } };

export function tokenRoutes(app: FastifyInstance, deps: Deps & LedgerDeps, drawPicture: DrawPicture): void {
  serve(app, 'addExpenseByToken', async ({ raw, body }) => {
    const { token, user } = tokenOf(raw);
    const { entry, unread } = readEntry(body, todayOf(user, deps.clock));
    const key = raw.headers['idempotency-key'] ?? body.id;
    const requestId = key === undefined ? undefined : requestIdOf(token.id, String(key));
    return { ...presentExpense(await addExpense(deps, user, { ...entry, requestId })), unread };
  });

  serve(app, 'getWeekByToken', async ({ raw }) => presentWeek(await readWeek(deps, tokenUserOf(raw))));

  serve(app, 'getComingCalendar', async ({ raw }) =>
    Buffer.from(await writeComingCalendar(deps, tokenOf(raw))),
  );

  serve(app, 'drawWeekByToken', async ({ raw }) => {
    const user = tokenUserOf(raw);
    const { budgetCents, spentCents, mood, daysLeft } = await readWeek(deps, user);
    const { png } = await drawPicture(user.id, {
      thing: 'week',
      format: 'week',
      mood,
      budgetCents,
      spentCents,
      daysLeft,
    });
    return png;
  });

  serve(app, 'getOpenApi', async () => Buffer.from(openApiJson()), OPEN_API);
}
