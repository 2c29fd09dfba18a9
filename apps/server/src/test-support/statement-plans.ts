import type { Node } from 'libpg-query';
import pg from 'pg';
import type { SentStatement } from './intercept-statements.ts';
import type { StatementUsers } from './statement-users.ts';

export interface PlanCheck {
  /** Explains a statement beside the test, once for each text. */
  check: (statement: SentStatement, named: StatementUsers) => void;
  /** Waits for all explanations. */
  finish: () => Promise<void>;
}

/** A test has removed or locked a table, or has ended the database's connections. */
const BROKEN_BY_TESTS: ReadonlySet<string> = new Set(['42P01', '42703', '55P03', '57014', '57P01', '3D000']);

/** Asks a cluster how many servers each statement would ask. `onProblem` receives those that ask more than their users are on. */
export function checkPlans(pool: pg.Pool, onProblem: (problem: Error) => void): PlanCheck {
  const explained = new Set<string>();
  const running = new Set<Promise<void>>();
  const explain = async ({ text, values }: SentStatement, { users }: StatementUsers): Promise<void> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${withValues(text, values)}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const reason = problemOfPlan(plan, usersNamed(users, values));
    if (reason !== null) onProblem(new Error(`On a cluster, this statement ${reason}: ${text}\n${plan}`));
  };
  return {
    check: (statement, named) => {
      if (named.users.length === 0 || explained.has(statement.text)) return;
      explained.add(statement.text);
      const explaining = explain(statement, named).catch((error: unknown) => {
        explained.delete(statement.text);
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (BROKEN_BY_TESTS.has(code)) return;
        onProblem(new Error(`Not explained: ${statement.text}`, { cause: error }));
      });
      running.add(explaining);
      void explaining.then(() => running.delete(explaining));
    },
    finish: async () => {
      await Promise.all(running);
    },
  };
}

/** Why a plan asks more servers than those of its users; null if it doesn't. */
export function problemOfPlan(plan: string, users: number): string | null {
  if (plan.includes('Distributed Subplan')) return 'copies intermediate rows to other servers';
  const tasks = Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)));
  return tasks > Math.max(1, users) ? `has ${tasks} tasks for ${users} users` : null;
}

/** How many users the parameters and literals of a statement name. */
export function usersNamed(users: readonly Node[], values: readonly unknown[]): number {
  const namedBy = (node: Node): unknown[] => {
    if ('TypeCast' in node && node.TypeCast.arg) return namedBy(node.TypeCast.arg);
    if ('List' in node) return (node.List.items ?? []).flatMap(namedBy);
    return 'ParamRef' in node ? [values[(node.ParamRef.number ?? 0) - 1]].flat() : [JSON.stringify(node)];
  };
  return new Set(users.flatMap(namedBy)).size;
}

/** Citus can't plan every statement with parameters for `EXPLAIN`. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_parameter, number: string) => {
    const value = values[Number(number) - 1];
    return value === null || value === undefined ? 'null' : pg.escapeLiteral(textOf(value));
  });
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === null ? 'null' : JSON.stringify(textOf(item))));
    return `{${items.join()}}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
