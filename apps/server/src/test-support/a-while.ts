/** How long tests wait for background work, with `vi.waitFor`: a busy machine may need much longer than an idle one. */
export const A_WHILE = { timeout: 90_000, interval: 50 };
