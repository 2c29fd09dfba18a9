/**
 * Settings for every start, so that releases can change them. Durability keeps the defaults; the rest suits a
 * household on a small machine. No TCP.
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
    // PostgreSQL 18 starts three reader processes by default; a cache in memory needs none.
    io_method: 'sync',
    // No replicas, so no launcher and less WAL.
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
    // Failed statements hold user data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    cluster_name: 'oinkly',
  };
  return ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
