import { asJob } from './fair-shares.ts';

/** Leaves most connections to requests. */
const AT_A_TIME = 3;

/** A few users at a time, each a part of its job. `work` must not throw. Call it without a connection. */
export async function forEachUser<User>(
  users: readonly User[],
  work: (user: User) => Promise<void>,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  const waiting = users.values();
  const workOn = async () => {
    for (const user of waiting) {
      if (shouldStop()) return;
      await asJob(() => work(user));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, workOn));
}
