export { startLocalPostgres } from './local-postgres.ts';
export type { LocalPostgres, LocalPostgresOptions } from './local-postgres.ts';
export {
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
} from './errors.ts';
