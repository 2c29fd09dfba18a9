import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { writeOwnedFile } from './owned-file.ts';

/** No program connects as the superuser. */
export const SUPERUSER = 'oinkly';
export const DATABASE_NAME = 'oinkly';
/** Owns all schemas except those of parts. */
export const MAIN_ROLE = 'oinkly_app';

export interface Part {
  /** Letters only. */
  schema: string;
}

export function roleOf(schema: string): string {
  return `oinkly_${schema}`;
}

/** A cluster with another version is updated. */
export function rolesVersion(parts: readonly Part[]): string {
  return `2 ${parts.map(({ schema }) => schema).join(' ')}\n`;
}

/** Returns idempotent statements. Single-user mode ends a statement at an empty line. */
export function roleStatements(parts: readonly Part[]): string {
  const roles = [MAIN_ROLE, ...parts.map(({ schema }) => roleOf(schema))];
  const cases = parts.map(({ schema }) => `WHEN nspname = '${schema}' THEN '${roleOf(schema)}'`);
  const owner = `CASE ${cases.join(' ')} WHEN true THEN '${MAIN_ROLE}' END`;
  return `DO $do$
DECLARE
  role_name text;
  statement text;
BEGIN
  REVOKE ALL ON DATABASE ${DATABASE_NAME} FROM PUBLIC;
  FOREACH role_name IN ARRAY ARRAY[${roles.map((role) => `'${role}'`).join(', ')}] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role_name);
    END IF;
    EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${DATABASE_NAME} TO %I', role_name);
  END LOOP;
  FOR statement IN
    WITH schemas AS (
      SELECT oid, nspname, ${owner} AS owner FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
    )
    SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, owner) FROM schemas
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, owner)
    FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm') OR c.relkind = 'S' AND NOT EXISTS (
      SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
    )
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, owner)
    FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace
    WHERE t.typtype IN ('e', 'd', 'r')
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, owner)
    FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace
    UNION ALL
    -- Version 1 shared a column of a part with the main role.
    SELECT format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM ${MAIN_ROLE}', nspname) FROM schemas
    WHERE owner <> '${MAIN_ROLE}'
  LOOP
    EXECUTE statement;
  END LOOP;
END
$do$;

`.replace(/\n\s*\n(?!$)/g, '\n');
}

/**
 * Returns the settings that name the files. Only this process's user and root may connect, as the program's roles.
 * @param opensSuperuser also as the superuser
 */
export async function writeAccessRules(
  dataDir: string,
  account: Account | undefined,
  { parts, opensSuperuser }: { parts: readonly Part[]; opensSuperuser: boolean },
): Promise<Record<string, string>> {
  const roles = [MAIN_ROLE, ...parts.map(({ schema }) => roleOf(schema))];
  if (opensSuperuser) roles.push(SUPERUSER);
  const databases = opensSuperuser ? 'all' : DATABASE_NAME;
  const hba = join(dataDir, 'oinkly_hba.conf');
  const ident = join(dataDir, 'oinkly_ident.conf');
  const people = new Set([userInfo().username, 'root']);
  const lines = [...people].flatMap((person) => roles.map((role) => `programs "${person}" ${role}`));
  await writeOwnedFile(hba, `local ${databases} ${roles.join(',')} peer map=programs\n`, account);
  await writeOwnedFile(ident, `${lines.join('\n')}\n`, account);
  return { hba_file: hba, ident_file: ident };
}
