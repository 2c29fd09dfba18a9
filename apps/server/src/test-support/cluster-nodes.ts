import pg from 'pg';

/* A cluster's metadata belong to a database, and its nodes find each other's database by its name. So a template is made on every node, and
   copied on every node under one name: shards and metadata are copied together. */

/** Runs a statement on each node, one after the other. */
export async function onEachNode(nodes: readonly string[], statement: string): Promise<void> {
  for (const node of nodes) {
    const client = new pg.Client({ connectionString: node });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** Adds the others to the first, the coordinator. All URLs name one new database. */
export async function joinNodes(nodes: readonly string[]): Promise<void> {
  await onEachNode(nodes, 'CREATE EXTENSION citus');
  const [coordinator = '', ...workers] = nodes;
  await onEachNode([coordinator], callWithAddress('citus_set_coordinator_host', coordinator));
  for (const worker of workers) await addNode(coordinator, worker);
}

export async function addNode(coordinator: string, worker: string): Promise<void> {
  await onEachNode([coordinator], callWithAddress('citus_add_node', worker));
}

/** Makes a database ready to be copied under other names. All URLs name it. */
export async function forgetName(nodes: readonly string[]): Promise<void> {
  // A server that joins a copy would be asked for a database with the old name.
  await onEachNode(nodes, "DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass");
}

/** Ends the connections of the nodes' own processes too: a database in use can't be copied. */
export async function closeToConnections(servers: readonly string[], database: string): Promise<void> {
  await onEachNode(servers, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await onEachNode(
    servers,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
}

function callWithAddress(name: string, url: string): string {
  const { hostname, port } = new URL(url);
  return `SELECT ${name}(${pg.escapeLiteral(hostname)}, ${port || 5432})`;
}
