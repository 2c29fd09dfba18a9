import { vi } from 'vitest';

/** Vitest gives up after a second and has no setting for it. A busy machine may need much longer. */
const PATIENCE_MS = 30_000;

const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (work, options) => waitFor(work, options ?? PATIENCE_MS);
