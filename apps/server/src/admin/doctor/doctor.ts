import type { Config } from '../../start/config.ts';
import { AdminError } from '../admin-error.ts';
import { sentenceOf } from '../../start/failed-start.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDisks } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkServices } from './check-services.ts';
import { wrong, type Finding } from './finding.ts';

const MARKS: Record<Finding['state'], string> = { fine: '✓', look: '!', wrong: '✗' };

/**
 * Looks at everything that the server needs, whether or not it runs. Returns a report for the operator, and whether something is wrong.
 * `checkDatabase` opens the database.
 */
export async function examine(
  config: Config,
  checkDatabase: (now: Date) => Promise<Finding[]>,
): Promise<{ report: string; isWell: boolean }> {
  const now = new Date();
  const findings = [
    ...(await checkDisks(config)),
    ...(await checkDatabase(now).catch((error: unknown) => [databaseFailure(error)])),
    ...(await checkAddresses(config)),
    ...(await checkServices(config)),
    await checkMail(config),
  ];
  return { report: reportOf(findings), isWell: findings.every(({ state }) => state !== 'wrong') };
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
