import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const longestDelayMs = 10 * 60_000;

export const faultSchema = z.discriminatedUnion('kind', [
  // JSON `errors`, as in 402, 403, 429, 500 and 504.
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    message: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('html'), status: z.number().int().min(200).max(599).default(502) }),
  // The usual answer comes late; without `delay_ms`, never.
  z.strictObject({
    kind: z.literal('hang'),
    delay_ms: z.number().int().min(1).max(longestDelayMs).optional(),
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string().min(1),
    status: z.number().int().min(301).max(308).default(302),
  }),
  // Valid JSON of this size, without any account.
  z.strictObject({ kind: z.literal('huge'), bytes: z.number().int().min(1).default(50_000_000) }),
  // The request is carried out, but only half of the answer is sent.
  z.strictObject({ kind: z.literal('invalid_json') }),
  // The request is carried out, but the connection is closed without an answer.
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('no_transactions') }),
  // Version 1, although the request asked for 2.
  z.strictObject({ kind: z.literal('version_1') }),
  // Any other answer.
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number().int().min(200).max(599).default(200),
    content_type: z.string().default('text/plain'),
    body: z.string(),
  }),
]);

export type Fault = z.infer<typeof faultSchema>;

export const faultyPaths = ['/accounts', '/claim'] as const;

type FaultyPath = (typeof faultyPaths)[number];

interface PlannedFault {
  faultId: string;
  path: FaultyPath;
  /** Null for all. */
  tokenId: string | null;
  /** Null until it is cleared. */
  requestsLeft: number | null;
  fault: Fault;
}

/** Planned faults, kept in memory until the process ends. */
export interface Faults {
  add(planned: Omit<PlannedFault, 'faultId'>): string;
  list(): readonly PlannedFault[];
  /** Clears one fault, or all. Returns how many there were. */
  clear(faultId: string | null): number;
  /** Returns the fault that was planned first for this request. Each use counts. */
  take(path: FaultyPath, tokenId: string | null): Fault | null;
}

export function createFaults(): Faults {
  let planned: PlannedFault[] = [];

  return {
    add(fault) {
      const faultId = randomUUID();
      planned.push({ ...fault, faultId });
      return faultId;
    },
    list: () => planned,
    clear(faultId) {
      const before = planned.length;
      planned = faultId === null ? [] : planned.filter((fault) => fault.faultId !== faultId);
      return before - planned.length;
    },
    take(path, tokenId) {
      const met = planned.find(
        (fault) => fault.path === path && (fault.tokenId === null || fault.tokenId === tokenId),
      );
      if (met === undefined) return null;
      if (met.requestsLeft !== null) met.requestsLeft -= 1;
      planned = planned.filter(({ requestsLeft }) => requestsLeft !== 0);
      return met.fault;
    },
  };
}
