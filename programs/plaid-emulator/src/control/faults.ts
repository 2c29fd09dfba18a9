import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isNamedErrorCode, namedError } from '../named-errors.ts';
import { PlaidError, plaidErrorTypes } from '../plaid-error.ts';

const longestLatencyMs = 10 * 60_000;

export const faultSchema = z.discriminatedUnion('kind', [
  // Codes that this server knows need no type.
  z.strictObject({
    kind: z.literal('error'),
    error_code: z.string().min(1),
    error_type: z.enum(plaidErrorTypes).optional(),
    error_message: z.string().optional(),
    display_message: z.string().nullish(),
  }),
  // TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION, on later pages only.
  z.strictObject({ kind: z.literal('mutation') }),
  z.strictObject({ kind: z.literal('latency'), ms: z.number().int().min(1).max(longestLatencyMs) }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('reset') }),
  // The call runs, but only half the answer is sent.
  z.strictObject({ kind: z.literal('truncated') }),
  // HTML instead of JSON, as from a proxy.
  z.strictObject({ kind: z.literal('html'), status: z.number().int().min(200).max(599).default(502) }),
]);

export type Fault = z.infer<typeof faultSchema>;

interface PlannedFault {
  faultId: string;
  /** Null for all. */
  path: string | null;
  itemId: string | null;
  callsLeft: number | null;
  fault: Fault;
}

interface FaultyCall {
  path: string;
  itemId: string | null;
  isLaterPage: boolean;
}

/** Planned faults, kept in memory until the process ends. */
export interface Faults {
  add(planned: Omit<PlannedFault, 'faultId'>): string;
  list(): readonly PlannedFault[];
  clear(faultId: string | null): number;
  /** Delays, up to the first fault that answers the call. Each use counts. */
  take(call: FaultyCall): Fault[];
}

function concerns({ path, itemId, fault }: PlannedFault, call: FaultyCall): boolean {
  if (path !== null && path !== call.path) return false;
  if (itemId !== null && itemId !== call.itemId) return false;
  return fault.kind !== 'mutation' || call.isLaterPage;
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
    take(call) {
      const met: PlannedFault[] = [];
      for (const fault of planned) {
        if (!concerns(fault, call)) continue;
        met.push(fault);
        if (fault.callsLeft !== null) fault.callsLeft -= 1;
        if (fault.fault.kind !== 'latency') break;
      }
      planned = planned.filter(({ callsLeft }) => callsLeft !== 0);
      return met.map(({ fault }) => fault);
    },
  };
}

/** Throws INVALID_FIELD for an unknown code without a type. */
export function faultError(fault: Extract<Fault, { kind: 'error' }>): PlaidError {
  const { error_code: code, error_type: type, error_message: message, display_message: display } = fault;
  const known = isNamedErrorCode(code) ? namedError(code) : null;
  const errorType = type ?? known?.type;
  if (errorType === undefined) {
    throw new PlaidError(
      'INVALID_REQUEST',
      'INVALID_FIELD',
      `fault.error_type: ${code} is not known here, so its type must be given`,
    );
  }
  return new PlaidError(
    errorType,
    code,
    message ?? known?.message ?? code,
    display === undefined ? (known?.displayMessage ?? null) : display,
  );
}
