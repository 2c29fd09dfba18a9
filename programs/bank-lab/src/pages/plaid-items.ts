import { z } from 'zod';
import { ControlRefused, type Controls } from '../controls.ts';

const itemList = z.object({
  items: z.array(
    z.object({
      item_id: z.string(),
      institution_name: z.string().nullable(),
      webhook: z.string().nullable(),
      error: z.object({ error_code: z.string() }).nullable(),
      transaction_count: z.number(),
      accounts: z.array(
        z.object({
          account_id: z.string(),
          name: z.string(),
          mask: z.string().nullable(),
          balances: z.object({ current: z.number().nullable() }),
        }),
      ),
    }),
  ),
});

export type ListedItem = z.infer<typeof itemList>['items'][number];

/** Newest first. Throws ControlRefused. */
export async function readItems({ plaid }: Controls): Promise<ListedItem[]> {
  const { items } = itemList.parse(await plaid('/items/list'));
  return items.toReversed();
}

/** Throws ControlRefused. */
export async function readItem(controls: Controls, itemId: string): Promise<ListedItem> {
  const found = (await readItems(controls)).find(({ item_id }) => item_id === itemId);
  if (found === undefined) throw new ControlRefused('There is no such bank any more.');
  return found;
}
