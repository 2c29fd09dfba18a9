import { fileURLToPath } from 'node:url';
import { AdminError, UsageError } from './admin/admin-error.ts';
import { adminProgram, optionsLast } from './admin/command-line.ts';
import { adminCommands } from './admin/commands.ts';
import { openerOf } from './admin/open-installation.ts';
import { BackupError } from './backup/backup-error.ts';
import { explainFailedStart } from './start/failed-start.ts';

const FAILED = 1;
const MISUSED = 2;

const opener = openerOf(fileURLToPath(new URL('./db/migrations', import.meta.url)));
const program = adminProgram(adminCommands(opener));

program.parseAsync(optionsLast(process.argv.slice(2)), { from: 'user' }).catch((error: unknown) => {
  if (error instanceof UsageError)
    console.error(`${error.message}\n\n${program.helpInformation().trimEnd()}`);
  else if (error instanceof AdminError || error instanceof BackupError) console.error(error.message);
  else explainFailedStart(error);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
});
