/**
 * What the server runs with, as `-c` arguments: given at every start, so that a new release changes them for an old folder.
 * Durability is PostgreSQL's default (fsync and full_page_writes on). The rest is for one household on a small machine:
 * little memory while idle, no background process that nothing here needs.
 * @param socketFolder where the unix socket stands; nothing listens on TCP
 * @param accessRules the settings that name who may connect
 */
export function serverArguments(
  dataDir: string,
  socketFolder: string,
  accessRules: Record<string, string>,
): string[] {
  const settings: Record<string, string> = {
    ...accessRules,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '32MB',
    huge_pages: 'off',
    jit: 'off',
    // PostgreSQL 18 keeps three reading processes by default; a cache that fits in memory needs none.
    io_method: 'sync',
    // No replica can exist, so no launcher runs for one and less is written to the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '256MB',
    autovacuum_worker_slots: '2',
    autovacuum_max_workers: '1',
    max_parallel_workers_per_gather: '0',
    max_worker_processes: '2',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What people store must not end up in the log with a failed statement.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    cluster_name: 'oinkly',
  };
  return ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
