export { postgresEndOfLife } from './end-of-life.ts';
export { findRunningPostgres, startLocalPostgres } from './local-postgres.ts';
export type { LocalDatabase, LocalPostgres, LocalPostgresOptions } from './local-postgres.ts';
export {
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
} from './errors.ts';
