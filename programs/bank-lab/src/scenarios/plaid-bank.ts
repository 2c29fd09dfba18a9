import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Bench, ScenarioRefused, type StepResult, TargetGone } from './bench.ts';

const itemList = z.object({ items: z.array(z.object({ item_id: z.string(), institution_id: z.string() })) });

/** One item, as a scenario changes it. */
export interface PlaidBank {
  bench: Bench;
  /** Throws ScenarioRefused without an item, and TargetGone once it is removed. */
  itemId(): Promise<string>;
  /** The newest item of another bank. Throws ScenarioRefused without one, and as `itemId` does. */
  otherItemId(): Promise<string>;
  /** Changes rows of its checking account. Throws as `itemId` does. */
  change(...changes: object[]): Promise<StepResult>;
  /** Makes the app's next calls for its rows fail; without `calls`, all of them until `mend`. */
  fail(fault: object, calls?: number): Promise<StepResult>;
  mend(): Promise<StepResult>;
  /** The same id for the same name, as long as the scenario runs. */
  id(name: string): string;
}

/** The newest item, or the given one, is found at the first step that needs it, and kept. */
export function createPlaidBank(bench: Bench, givenItemId: string | null): PlaidBank {
  const run = randomUUID().slice(0, 8);
  const faultIds: string[] = [];
  let known = givenItemId;

  async function findItem() {
    // Oldest first.
    const { items } = itemList.parse(await bench.plaid('/items/list'));
    const found = items.findLast(({ item_id }) => known === null || item_id === known);
    if (found === undefined && known !== null) {
      throw new TargetGone('The bank of this scenario was removed. Start the scenario again.');
    }
    if (found === undefined) throw new ScenarioRefused('Link a bank in your app first.');
    known = found.item_id;
    return { ...found, items };
  }
  const itemId = async () => (await findItem()).item_id;

  return {
    bench,
    itemId,
    async otherItemId() {
      const { institution_id: own, items } = await findItem();
      const other = items.findLast(({ institution_id }) => institution_id !== own);
      if (other === undefined) throw new ScenarioRefused('Link a second bank in your app first.');
      return other.item_id;
    },
    async change(...changes) {
      await bench.plaid('/transactions/change', { item_id: await itemId(), changes });
      return {};
    },
    async fail(fault, calls) {
      const planned = { path: '/transactions/sync', item_id: await itemId(), fault, calls };
      const { fault_id } = await bench.plaid('/faults/add', planned);
      faultIds.push(String(fault_id));
      return {};
    },
    async mend() {
      for (const fault_id of faultIds.splice(0)) await bench.plaid('/faults/clear', { fault_id });
      return {};
    },
    id: (name) => `${name}-${run}`,
  };
}
