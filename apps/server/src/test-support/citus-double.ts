import type { DatabasePool } from '../db/database.ts';

/**
 * The part of Citus that the app uses, with the order that Citus demands, and two servers. `interrupted_at` fails for one
 * table, and `lost_servers` don't answer. A real cluster gets nothing.
 */
export async function addCitusDouble({ $client }: DatabasePool): Promise<void> {
  const { rows } = await $client.query("select from pg_extension where extname = 'citus'");
  if (rows.length > 0) return;
  await $client.query(`
    create table interrupted_at (name text);
    create table lost_servers (nodename text);
    create table pg_dist_node (nodeid integer, nodename text, nodeport integer);
    insert into pg_dist_node values (2, 'first.example', 5432), (3, 'second.example', 5432);
    create function citus_get_active_worker_nodes(out node_name text, out node_port bigint) returns setof record language sql as
      'select nodename, nodeport from pg_dist_node';
    create function run_command_on_workers(command text, out nodename text, out nodeport integer, out success boolean, out result text)
    returns setof record language sql as $$
      select n.nodename, n.nodeport, l is null, case when l is null then '1' else 'failed to connect to ' || n.nodename end
      from pg_dist_node n left join lost_servers l using (nodename) $$;
    create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char", colocationid integer, partkey text);
    create function place(relation regclass, method "char", replication "char", colocation integer, key text) returns void
    language plpgsql as $$ begin
      if exists (select from pg_dist_partition where logicalrelid = relation) then raise 'table % is already distributed', relation; end if;
      if exists (select from interrupted_at where name = relation::text) then raise 'interrupted'; end if;
      if exists (
        select from pg_constraint where contype = 'f' and conrelid = relation and confrelid <> relation
          and confrelid not in (select logicalrelid from pg_dist_partition)
      ) then raise 'the table that % references must be distributed first', relation; end if;
      insert into pg_dist_partition values (relation, method, replication, colocation, key);
    end $$;
    create function create_distributed_table(table_name regclass, distribution_column text, colocate_with text default 'default')
    returns void language sql as $$
      select place(table_name, 'h', 's', case colocate_with when 'none' then 7
        else (select colocationid from pg_dist_partition where logicalrelid = colocate_with::regclass) end, distribution_column) $$;
    create function create_reference_table(table_name regclass) returns void language sql as $$
      select place(table_name, 'n', 't', 1, null) $$;
    create function truncate_local_data_after_distributing_table(table_name regclass) returns void
    language plpgsql as $$ begin
      if exists (
        select from pg_constraint where contype = 'f' and confrelid = table_name
          and conrelid not in (select logicalrelid from pg_dist_partition)
      ) then raise 'a table that references % is not distributed', table_name; end if;
    end $$`);
}
