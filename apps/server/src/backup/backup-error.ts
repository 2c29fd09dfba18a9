import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { messageOf } from '../log/log-errors.ts';

/** The message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A full disk, a quota, or a limit on the size of files. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const SQLITE_FULL = 13;
const SQLITE_IO_ERROR = 10;

/** Zero for other errors. */
function sqliteCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** Turns a failed write to `file` into one sentence. Returns other errors as they are. */
export function explainFailedWrite(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error;
  const code = errorCode(error);
  const folder = dirname(file);
  const reason =
    sqliteCodeOf(error) === SQLITE_IO_ERROR
      ? `The disk of ${folder} is full or failing: free some space, then try again. No backup was written.`
      : FULL.has(code) || sqliteCodeOf(error) === SQLITE_FULL
        ? `The disk of ${folder} is full: free some space, then try again. No backup was written.`
        : code === 'ENOENT' || code === 'ENOTDIR'
          ? `There is no folder ${folder}: create it, then try again.`
          : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
            ? `This user can't write to ${folder} (${code}): change its owner, or choose another folder.`
            : code === 'EEXIST'
              ? `${file} already exists: choose another name. A backup never replaces a file.`
              : code === '42501'
                ? `The database role lacks a right (${messageOf(error)}): grant it, then try again. No backup was written.`
                : null;
  return reason === null ? error : new BackupError(reason, { cause: error });
}
