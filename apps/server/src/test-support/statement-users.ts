import {
  loadModule,
  parseSync,
  type A_Const,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
} from 'libpg-query';
import { distributionColumnOf, placementOf } from '../db/distribution/table-placement.ts';

await loadModule();

/** One level of a statement. */
type Query = SelectStmt & InsertStmt & UpdateStmt & DeleteStmt;

export interface StatementUsers {
  /** Why the statement would ask servers of users that it doesn't name; empty if it asks only the others. */
  problems: readonly string[];
  /** The parameters and literals that name users. */
  users: readonly Node[];
}

/**
 * Returns the users that a statement names. Each table that is divided by user needs a condition of its own: outside any
 * `or`, at its own level, on a parameter or a literal. An equal column of another table isn't enough, because Citus
 * forgets it in some plans. No `with` may write, because Citus would copy what it returns to every server.
 */
export function usersOfStatement(text: string): StatementUsers {
  const queries = [...queriesIn(parseSync(text).stmts)];
  const divided = queries
    .flatMap((query) => ('override' in query ? [addedRows(query)] : readTables(query)))
    .filter(({ table }) => placementOf(table) === 'by-user');
  const unbound = divided.filter(({ values }) => values.length === 0 || !values.every(isGiven));
  const problems = unbound.map(({ table }) => `names no user of ${table}`);
  if (divided.length > 0 && queries.some(({ withClause }) => withClause?.ctes?.some(isChange)))
    problems.push('writes in a with clause');
  return { problems: [...new Set(problems)], users: divided.flatMap(({ values }) => values.filter(isGiven)) };
}

/** All levels: the statement, its subqueries, the parts of a union. */
function* queriesIn(node: unknown): Generator<Query> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node) as [string, object][]) {
    // A part of a union has no key of its kind.
    const isQuery = /^(Insert|Update|Delete|Merge)Stmt$/.test(key) || Object.hasOwn(value, 'limitOption');
    if (isQuery) yield value;
    yield* queriesIn(value);
  }
}

interface BoundTable {
  table: string;
  /** How the statement may call the column of its user. */
  names: readonly string[];
  /** What that column is compared with, or set to. */
  values: readonly (Node | undefined)[];
}

function addedRows({ relation, cols = [], selectStmt }: Query): BoundTable {
  const table = relation?.relname ?? '';
  const at = cols.findIndex(
    (col) => 'ResTarget' in col && col.ResTarget.name === distributionColumnOf(table),
  );
  const select = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : {};
  const { valuesLists, targetList, fromClause } = select;
  const rows = valuesLists?.map((row) => ('List' in row ? row.List.items?.[at] : undefined));
  if (rows) return { table, names: [], values: rows };
  // The statement brings the rows, and Citus sends each to its server.
  if (fromClause?.every((item) => 'RangeFunction' in item)) return { table, names: [], values: fromClause };
  const target = targetList?.[at];
  const value = target && 'ResTarget' in target ? target.ResTarget.val : undefined;
  const source = readTables(select as Query).find(({ names }) => names.includes(pathOf(value)));
  return { table, names: [], values: source?.values ?? [value] };
}

function readTables({ relation, fromClause = [], usingClause = [], whereClause }: Query): BoundTable[] {
  const items = [...(relation ? [{ RangeVar: relation }] : []), ...fromClause, ...usingClause];
  const sources = items.flatMap((item) => tablesIn(item, conjunctsOf(whereClause)));
  return sources.map(({ source: { relname = '', alias }, conditions }) => {
    const column = distributionColumnOf(relname);
    const isOnly =
      sources.filter((one) => distributionColumnOf(one.source.relname ?? '') === column).length === 1;
    const names = [`${alias?.aliasname ?? relname}.${column}`, ...(isOnly ? [column] : [])];
    const values = conditions.flatMap((condition) => valueOf(condition, names) ?? []).slice(0, 1);
    return { table: relname, names, values };
  });
}

/** The tables of a `from`, each with the conditions that all its rows meet. */
function tablesIn(
  item: Node,
  conditions: readonly Node[],
): { source: RangeVar; conditions: readonly Node[] }[] {
  if ('RangeVar' in item) return [{ source: item.RangeVar, conditions }];
  if (!('JoinExpr' in item)) return [];
  const { jointype, larg, rarg, quals } = item.JoinExpr;
  const both = [...conditions, ...conjunctsOf(quals)];
  // An outer join keeps rows that don't meet its condition.
  const metBy = (...kinds: string[]) => (kinds.includes(jointype ?? '') ? both : conditions);
  return [
    ...(larg ? tablesIn(larg, metBy('JOIN_INNER', 'JOIN_RIGHT')) : []),
    ...(rarg ? tablesIn(rarg, metBy('JOIN_INNER', 'JOIN_LEFT')) : []),
  ];
}

function conjunctsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if (!('BoolExpr' in condition) || condition.BoolExpr.boolop !== 'AND_EXPR') return [condition];
  return (condition.BoolExpr.args ?? []).flatMap(conjunctsOf);
}

/** What a condition compares one of the columns with, if it is an equality with parameters or literals. */
function valueOf(condition: Node, columns: readonly string[]): Node | undefined {
  if ('A_Const' in condition) return isFalse(condition.A_Const) ? condition : undefined;
  if (!('A_Expr' in condition)) return undefined;
  const { kind = '', name, lexpr, rexpr } = condition.A_Expr;
  if (!EQUALITIES.has(kind) || textOf(name?.[0]) !== '=') return undefined;
  const [column, value] = columns.includes(pathOf(lexpr)) ? [lexpr, rexpr] : [rexpr, lexpr];
  return columns.includes(pathOf(column)) && isGiven(value) ? value : undefined;
}

/** Such a statement asks no server. */
function isFalse({ boolval }: A_Const): boolean {
  return boolval !== undefined && boolval.boolval !== true;
}

const EQUALITIES: ReadonlySet<string> = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN']);

function isGiven(node: Node | undefined): node is Node {
  if (!node) return false;
  if ('TypeCast' in node) return isGiven(node.TypeCast.arg);
  if ('List' in node) return node.List.items?.every(isGiven) ?? false;
  return 'ParamRef' in node || 'A_Const' in node || 'RangeFunction' in node;
}

function isChange(cte: Node): boolean {
  return 'CommonTableExpr' in cte && !('SelectStmt' in (cte.CommonTableExpr.ctequery ?? {}));
}

function pathOf(node: Node | undefined): string {
  return node && 'ColumnRef' in node ? (node.ColumnRef.fields ?? []).map(textOf).join('.') : '';
}

function textOf(node: Node | undefined): string {
  return node && 'String' in node ? (node.String.sval ?? '') : '';
}
