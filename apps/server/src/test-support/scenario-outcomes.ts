import type { Expense } from '@oinkly/contract/expenses';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestUser } from './test-app.ts';

interface Step {
  /** Of the sync or, for a setup token, of the exchange. */
  answer: LightMyRequestResponse;
  /** What the user saw before the scenario. */
  before: unknown[][];
}

/** What must be right in the app after a step of a scenario of the bank lab. */
export type Outcome = (step: Step) => Promise<void>;

/** Returns what both providers' scenarios ask of the user's ledger. */
export function outcomesFor(user: () => TestUser) {
  const list = async (query = '?counted=all') =>
    (await user().send({ url: `/api/expenses${query}` })).json<Expense[]>();
  /** What the user sees, whatever the rows' ids. */
  const seen = async () =>
    (await list()).map(({ name, amount, date, pending }) => [name, amount, date, pending]);
  const dinners = () => list('?q=Juniper&counted=all');
  const rename = (id: number, name: string) =>
    user().send({ method: 'PUT', url: `/api/expenses/${id}`, body: { name } });

  /** The pending dinner is there once; its user renames it. */
  const isPendingOnce: Outcome = async () => {
    const rows = await dinners();
    expect(rows).toMatchObject([{ amount: 41.37, pending: true, date: '2026-06-05' }]);
    await rename(rows[0]?.id ?? 0, 'Juniper with Ben');
  };
  const isPostedOnce =
    (fields: object = {}): Outcome =>
    async () =>
      expect(await dinners()).toMatchObject([
        { name: 'Juniper with Ben', amount: 41.37, pending: false, date: '2026-06-05', ...fields },
      ]);
  const isGone: Outcome = async () => expect(await dinners()).toEqual([]);
  /** It counts, and its row says that it is pending. */
  const isPendingForWeeks: Outcome = async () =>
    expect(await dinners()).toMatchObject([
      { name: 'Juniper with Ben', pending: true, date: '2026-06-05', counted: true },
    ]);
  /** Another bank has reported the dinner; everything else is as before. */
  const hasDinnerToo: Outcome = async ({ answer, before }) => {
    expect(answer.statusCode).toBe(200);
    expect(await dinners()).toMatchObject([{ amount: 41.37, pending: false, date: '2026-06-05' }]);
    expect((await seen()).filter(([name]) => name !== 'Juniper Table')).toEqual(before);
  };
  return { list, seen, rename, hasDinnerToo, isPendingOnce, isPostedOnce, isGone, isPendingForWeeks };
}

/** Null for an answer without an error. */
export function errorCodeOf(answer: LightMyRequestResponse): string | null {
  return answer.json<{ error_code?: string }>().error_code ?? null;
}
