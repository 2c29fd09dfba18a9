import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_OFFSET_MS } from './clock.ts';

/** What the lab itself stores, beside the banks' files. */
interface LabFile {
  readonly secret: string;
  readonly clockOffsetMs: number;
  /** Throws LabFileError. */
  save(): void;
  /** Throws LabFileError. */
  saveClockOffset(offsetMs: number): void;
}

/** The message is one sentence for the operator. */
export class LabFileError extends Error {
  override readonly name = 'LabFileError';
}

const stored = z.object({
  secret: z.string().min(1),
  clockOffsetMs: z.number().int().min(-MAX_OFFSET_MS).max(MAX_OFFSET_MS),
});
type Stored = z.infer<typeof stored>;

/** `folder` is null for memory. A given secret replaces the stored one at the first `save`. Throws LabFileError. */
export function openLabFile(folder: string | null, givenSecret: string | null): LabFile {
  const file = folder === null ? null : join(folder, 'lab.json');
  if (folder !== null) makeFolder(folder);
  const found = file === null ? null : read(file);
  let state: Stored = {
    secret: givenSecret ?? found?.secret ?? randomBytes(15).toString('hex'),
    clockOffsetMs: found?.clockOffsetMs ?? 0,
  };
  const save = () => {
    if (file !== null) write(file, state);
  };
  return {
    get secret() {
      return state.secret;
    },
    get clockOffsetMs() {
      return state.clockOffsetMs;
    },
    save,
    saveClockOffset(clockOffsetMs) {
      state = { ...state, clockOffsetMs };
      save();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(path: string, cause: unknown): LabFileError {
  return new LabFileError(
    `The lab cannot write ${path}: check who owns it, or choose another --data-folder.`,
    {
      cause,
    },
  );
}

function read(file: string): Stored | null {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new LabFileError(`The lab's file ${file} cannot be read: put back your copy, or delete it.`, {
      cause: error,
    });
  }
}

/** A crash leaves the old file or the new one. */
function write(file: string, state: Stored): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw unwritable(file, error);
  }
}
