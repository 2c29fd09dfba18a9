import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isNamedErrorCode, namedError } from '../named-errors.ts';
import { PlaidError, plaidErrorTypes } from '../plaid-error.ts';

const longestLatencyMs = 10 * 60_000;

/** What can go wrong with a call on purpose, as it is asked for. */
export const faultSchema = z.discriminatedUnion('kind', [
  // An error of Plaid's; its type can be left out where this server knows the code.
  z.strictObject({
    kind: z.literal('error'),
    error_code: z.string().min(1),
    error_type: z.enum(plaidErrorTypes).optional(),
    error_message: z.string().optional(),
    display_message: z.string().nullish(),
  }),
  // TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION for a page that is not the first.
  z.strictObject({ kind: z.literal('mutation') }),
  // The call waits, then goes on.
  z.strictObject({ kind: z.literal('latency'), ms: z.number().int().min(1).max(longestLatencyMs) }),
  // Nothing is answered, and the connection stays open.
  z.strictObject({ kind: z.literal('hang') }),
  // The connection is reset.
  z.strictObject({ kind: z.literal('reset') }),
  // The call is done, but only the first half of its answer comes.
  z.strictObject({ kind: z.literal('truncated') }),
  // A page of HTML comes in place of JSON, as from a proxy.
  z.strictObject({ kind: z.literal('html'), status: z.number().int().min(200).max(599).default(502) }),
]);

export type Fault = z.infer<typeof faultSchema>;

/** A fault and the calls that meet it. */
interface PlannedFault {
  faultId: string;
  /** The path of the endpoint, such as `/transactions/sync`; null for all. */
  path: string | null;
  /** The item whose access token is used; null for any call. */
  itemId: string | null;
  /** For how many calls more; null until it is cleared. */
  callsLeft: number | null;
  fault: Fault;
}

/** A call as far as faults are concerned. */
interface FaultyCall {
  path: string;
  itemId: string | null;
  /** Whether it asks for a page of /transactions/sync that is not the first. */
  isLaterPage: boolean;
}

/** The planned faults. They live as long as the process: a server that starts anew is a good one. */
export interface Faults {
  /** Plans a fault after all others and answers its id. */
  add(planned: Omit<PlannedFault, 'faultId'>): string;
  list(): readonly PlannedFault[];
  /** Forgets one fault, or all; answers how many. */
  clear(faultId: string | null): number;
  /**
   * What a call meets, in the order in which it was planned: all delays before the first fault that answers it, and that
   * one. What is met counts as one of its calls.
   */
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

/** The error that an `error` fault answers with. Throws INVALID_FIELD for a code that is unknown and comes without a type. */
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
