import { Command } from '@commander-js/extra-typings';
import { readConfig, type Config } from '../../start/config.ts';
import { sentenceOf } from '../../start/failed-start.ts';
import { AdminError } from '../admin-error.ts';
import { identitiesOf, keyRingOf, type Opener } from '../open-installation.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisks } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkServices } from './check-services.ts';
import { wrong, type Finding } from '../../monitoring/finding.ts';

const MARKS: Record<Finding['state'], string> = { fine: '✓', look: '!', wrong: '✗' };

/** Fails if something is wrong. */
export function doctorCommand(opener: Opener) {
  return new Command('doctor')
    .description('checks everything the server needs, and says what to do')
    .action(async () => {
      const findings = await examine(readConfig(), opener);
      console.log(reportOf(findings));
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
    });
}

/** Looks at everything that the server needs, whether or not it runs. */
async function examine(config: Config, { withDatabase, migrationsFolder }: Opener): Promise<Finding[]> {
  const now = new Date();
  const findInDatabase = () =>
    withDatabase(config, async ({ db, identityDatabaseUrl }) => {
      const tokenKeys = await keyRingOf(config).read();
      const identities = identitiesOf(identityDatabaseUrl);
      return checkDatabase(config, { db, identities, tokenKeys, migrationsFolder, now });
    });
  return [
    ...(await checkDisks(config)),
    ...(await findInDatabase().catch((error: unknown) => [databaseFailure(error)])),
    ...(await checkAddresses(config)),
    ...(await checkServices(config)),
    await checkMail(config),
  ];
}

function databaseFailure(error: unknown): Finding {
  const sentence = error instanceof AdminError ? error.message : sentenceOf(error);
  if (sentence === null) throw error;
  return wrong('database', sentence);
}

function reportOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.map(
    ({ part, state, sentence }) => `${MARKS[state]} ${part.padEnd(width)}  ${sentence}`,
  );
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  return `${lines.join('\n')}\n\n${count('wrong')} wrong, ${count('look')} to look at, ${count('fine')} fine.`;
}
