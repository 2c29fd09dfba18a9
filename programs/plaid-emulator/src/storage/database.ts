import type { DatabaseSync } from 'node:sqlite';
import { openBankFile } from '@oinkly/test-banks/bank-file';
import { schemaSteps } from './schema.ts';

/** `:memory:` works too. Throws BankFileError. */
export function openDatabase(file: string): DatabaseSync {
  return openBankFile(file, schemaSteps);
}
