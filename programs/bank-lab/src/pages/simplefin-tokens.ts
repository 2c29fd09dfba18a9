import { z } from 'zod';
import type { Controls } from '../controls.ts';

const tokenList = z.object({
  tokens: z.array(
    z.object({
      token_id: z.string(),
      setup_token: z.string(),
      created_at: z.string(),
      claimed_at: z.string().nullable(),
      disabled_at: z.string().nullable(),
      connections: z.array(
        z.object({
          conn_id: z.string(),
          bank: z.string(),
          accounts: z.array(
            z.object({
              account_id: z.string(),
              name: z.string(),
              balance: z.string(),
              transaction_count: z.number(),
            }),
          ),
        }),
      ),
      problems: z.array(
        z.object({
          problem_id: z.string(),
          conn_id: z.string().nullable(),
          code: z.string(),
          message: z.string(),
        }),
      ),
    }),
  ),
});

export type ListedToken = z.infer<typeof tokenList>['tokens'][number];

/** Newest first. Throws ControlRefused. */
export async function readTokens({ simplefin }: Controls): Promise<ListedToken[]> {
  return tokenList.parse(await simplefin('/tokens/list')).tokens;
}
