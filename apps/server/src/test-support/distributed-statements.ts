import { getTableConfig } from 'drizzle-orm/pg-core';
import {
  loadModule,
  parseSync,
  type ColumnRef,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
  type WindowDef,
  type WithClause,
} from 'libpg-query';
import { TABLES as ALL_TABLES } from '../db/tables/readable-tables.ts';
import { distributionColumnOf, placementOf } from '../db/distribution/table-placement.ts';

/* What Citus 13 refuses in statements, decided from their text: see docs/scaling.md. The rules are stricter than Citus where its answer
   depends on its planner. */

await loadModule();

type Volatility = 'immutable' | 'stable' | 'volatile';

/** The volatility of functions by name; the highest, if several have the name. */
export type Functions = ReadonlyMap<string, Volatility>;

/** Stands for the user of a row: equal users are joined. */
class UserOfRow {
  readonly table: string | null;
  constructor(table: string | null) {
    this.table = table;
  }
}

interface OutputColumn {
  name: string;
  type: string | null;
  user: UserOfRow | null;
}

interface Source {
  alias: string;
  /** Null: unknown. */
  columns: readonly OutputColumn[] | null;
}

/** A level of a query. */
interface Scope {
  sources: Source[];
  outer: Scope | null;
  /** Whether PostgreSQL plans it as a part of the level around it. */
  isPulledUp: boolean;
  ctes: Map<string, readonly OutputColumn[]>;
}

const TABLES = new Map(
  ALL_TABLES.map((table) => {
    const { name, columns } = getTableConfig(table);
    return [name, columns.map((column) => ({ name: column.name, type: column.getSQLType() }))] as const;
  }),
);

/** Returns what keeps a statement from working on tables that are divided by user; an empty list if nothing does. */
export function problemsOfStatement(
  text: string,
  values: readonly unknown[],
  functions: Functions,
): string[] {
  const { stmts = [] } = parseSync(text);
  return stmts.flatMap(({ stmt }) => (stmt ? new StatementCheck(values, functions).check(stmt) : []));
}

class Groups {
  readonly #parents = new Map<UserOfRow, UserOfRow>();

  of(one: UserOfRow): UserOfRow {
    const parent = this.#parents.get(one);
    return parent ? this.of(parent) : one;
  }

  join(one: UserOfRow, other: UserOfRow): void {
    const [root, otherRoot] = [this.of(one), this.of(other)];
    if (root !== otherRoot) this.#parents.set(root, otherRoot);
  }
}

class StatementCheck {
  readonly #values: readonly unknown[];
  readonly #functions: Functions;
  /** Users that the planner knows to be equal, so that one given user selects the node. */
  readonly #known = new Groups();
  /** Users that are equal for each row. */
  readonly #equal = new Groups();
  readonly #given: { user: UserOfRow; value: string }[] = [];
  readonly #rows: UserOfRow[] = [];
  readonly #problems: string[] = [];
  /** Problems unless all rows are of one given user. */
  readonly #problemsOfMany: string[] = [];
  readonly #otherPlaces = new Set<string>();
  #isChange = false;

  constructor(values: readonly unknown[], functions: Functions) {
    this.#values = values;
    this.#functions = functions;
  }

  check(statement: Node): string[] {
    this.#isChange = !('SelectStmt' in statement);
    this.#statement(statement, null);
    if (this.#rows.length === 0) return this.#problems;
    const places = [...this.#otherPlaces];
    const onCoordinator = places.filter((table) => placementOf(table) !== 'everywhere');
    if (onCoordinator.length > 0) {
      this.#problems.push(`joins tables of users with ${onCoordinator.join(', ')} on the coordinator`);
    }
    const owners = this.#rows.map((row) => this.#givenUserOf(row));
    const distinct = new Set(owners);
    if (distinct.size === 1 && !distinct.has(null)) return this.#problems;
    if (distinct.size > 1 && !distinct.has(null)) this.#problems.push('touches two users');
    const [first, ...others] = this.#rows;
    const apart = others.filter((row) => first && this.#equal.of(row) !== this.#equal.of(first));
    if (apart.length > 0) {
      this.#problems.push(`joins ${[first, ...apart].map((row) => row?.table).join(', ')} without the user`);
    }
    if (places.length > onCoordinator.length)
      this.#problems.push('joins rows of many users with a small table');
    return [...this.#problems, ...this.#problemsOfMany];
  }

  #givenUserOf(row: UserOfRow): string | null {
    return this.#given.find(({ user }) => this.#known.of(user) === this.#known.of(row))?.value ?? null;
  }

  #statement(statement: Node, outer: Scope | null): readonly OutputColumn[] {
    if ('SelectStmt' in statement) return this.#select(statement.SelectStmt, newScope(outer));
    if ('InsertStmt' in statement) return this.#insert(statement.InsertStmt, outer);
    if ('UpdateStmt' in statement) return this.#update(statement.UpdateStmt, outer);
    if ('DeleteStmt' in statement) return this.#delete(statement.DeleteStmt, outer);
    return [];
  }

  #with(clause: WithClause | undefined, scope: Scope): void {
    if (clause?.recursive) this.#problemsOfMany.push('is recursive');
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      if (!ctequery) continue;
      if (!('SelectStmt' in ctequery)) this.#problemsOfMany.push('changes rows in a WITH clause');
      if (clause?.recursive && 'SelectStmt' in ctequery && ctequery.SelectStmt.larg) {
        const first = this.#select(ctequery.SelectStmt.larg, newScope(scope));
        scope.ctes.set(ctename, first.map(withoutUser));
        if (ctequery.SelectStmt.rarg) this.#select(ctequery.SelectStmt.rarg, newScope(scope));
        continue;
      }
      const columns = this.#statement(ctequery, scope);
      scope.ctes.set(ctename, renamed(this.#apart(columns), aliascolnames));
    }
  }

  #select(select: SelectStmt, scope: Scope): readonly OutputColumn[] {
    this.#with(select.withClause, scope);
    if (select.larg && select.rarg) {
      const right = this.#select(select.rarg, newScope(scope));
      return this.#select(select.larg, newScope(scope)).map((column, index) => {
        const other = right[index]?.user ?? null;
        if (!column.user || !other) return withoutUser(column);
        this.#equal.join(column.user, other);
        return this.#apart([column])[0] ?? column;
      });
    }
    const rowsBefore = this.#rows.length;
    for (const item of select.fromClause ?? []) this.#fromItem(item, scope);
    const hasRows = this.#rows.length > rowsBefore;
    this.#conditions(select.whereClause, scope);
    for (const part of [
      select.targetList,
      select.havingClause,
      select.groupClause,
      select.sortClause,
      select.limitCount,
    ])
      this.#expression(part, scope);
    for (const list of select.valuesLists ?? []) this.#expression(list, scope);
    if (hasRows && select.lockingClause) this.#problemsOfMany.push('locks rows of many users');
    return (select.targetList ?? []).flatMap((node) => this.#outputOf(node, scope));
  }

  #outputOf(node: Node, scope: Scope): OutputColumn[] {
    if (!('ResTarget' in node)) return [];
    const { name, val } = node.ResTarget;
    if (val && 'ColumnRef' in val) {
      const fields = namesOf(val.ColumnRef);
      if (fields.at(-1) === '*') {
        const [alias] = fields.length > 1 ? fields : [undefined];
        return scope.sources
          .filter((source) => alias === undefined || source.alias === alias)
          .flatMap(({ columns }) => columns ?? []);
      }
      const found = this.#resolve(val.ColumnRef, scope)?.column;
      return [{ name: name ?? fields.at(-1) ?? '', type: found?.type ?? null, user: found?.user ?? null }];
    }
    const value = this.#givenValue(val);
    if (value === null) return [{ name: name ?? '', type: null, user: null }];
    const user = new UserOfRow(null);
    this.#given.push({ user, value });
    return [{ name: name ?? '', type: null, user }];
  }

  #fromItem(node: Node, scope: Scope): void {
    if ('RangeVar' in node) this.#table(node.RangeVar, scope);
    else if ('JoinExpr' in node) {
      const { larg, rarg, quals, usingClause } = node.JoinExpr;
      if (larg) this.#fromItem(larg, scope);
      const left = scope.sources.length;
      if (rarg) this.#fromItem(rarg, scope);
      this.#conditions(quals, scope);
      for (const name of (usingClause ?? []).map(textOf)) {
        const [one, other] = [scope.sources.slice(0, left), scope.sources.slice(left)].map(
          (sources) =>
            sources.flatMap(({ columns }) => columns ?? []).find((column) => column.name === name)?.user,
        );
        if (one && other) this.#equate(one, other, true);
      }
    } else if ('RangeSubselect' in node) {
      const { subquery, alias, lateral } = node.RangeSubselect;
      if (!subquery || !('SelectStmt' in subquery)) return;
      const isSimple = isSimpleSubquery(subquery.SelectStmt);
      const inner: Scope = { ...newScope(lateral ? scope : outerWithCtes(scope)), isPulledUp: isSimple };
      const rowsBefore = this.#rows.length;
      const columns = this.#select(subquery.SelectStmt, inner);
      if (this.#rows.length > rowsBefore && !isSimple) {
        if (lateral) this.#problemsOfMany.push('reads rows of many users in a lateral subquery');
        const { groupClause, larg, targetList } = subquery.SelectStmt;
        const isLimited = branchesOf(subquery.SelectStmt).some(
          ({ limitCount, distinctClause }) => limitCount || distinctClause,
        );
        const hasUser = (keys: Node[] | undefined) =>
          (keys ?? []).some((key) => 'ColumnRef' in key && this.#resolve(key.ColumnRef, inner)?.column.user);
        const calls = callsIn(targetList);
        const windowsAreOfUsers =
          !groupClause &&
          !calls.some(({ name, over }) => !over && AGGREGATES.has(name)) &&
          calls.every(({ over }) => !over || hasUser(over.partitionClause));
        if (isLimited || !(larg || hasUser(groupClause) || windowsAreOfUsers))
          this.#problemsOfMany.push('has a subquery that does not group by user');
      }
      const output = isSimple ? columns : this.#apart(columns);
      scope.sources.push({ alias: alias?.aliasname ?? '', columns: renamed(output, alias?.colnames) });
    } else if ('RangeFunction' in node) {
      const { functions, alias, coldeflist } = node.RangeFunction;
      this.#expression(functions, scope);
      this.#problemsOfMany.push('joins rows of many users with a function');
      const defined = (coldeflist ?? []).flatMap((one) =>
        'ColumnDef' in one ? [one.ColumnDef.colname ?? ''] : [],
      );
      const names = defined.length > 0 ? defined : (alias?.colnames ?? []).map(textOf);
      scope.sources.push({
        alias: alias?.aliasname ?? '',
        columns: names.map((name) => ({ name, type: null, user: null })),
      });
    }
  }

  /** Adds a table as a source. Returns the user of its rows. */
  #table({ relname = '', schemaname, alias }: RangeVar, scope: Scope): UserOfRow | null {
    const name = alias?.aliasname ?? relname;
    const cte = schemaname === undefined ? cteNamed(relname, scope) : undefined;
    if (cte) {
      scope.sources.push({ alias: name, columns: cte });
      return null;
    }
    const columns = TABLES.get(relname);
    const placement = schemaname === undefined || schemaname === 'public' ? placementOf(relname) : undefined;
    const user = placement === 'by-user' ? new UserOfRow(relname) : null;
    if (user) this.#rows.push(user);
    else this.#otherPlaces.add(schemaname === undefined ? relname : `${schemaname}.${relname}`);
    scope.sources.push({
      alias: name,
      columns:
        columns?.map((column) => ({
          ...column,
          user: column.name === distributionColumnOf(relname) ? user : null,
        })) ?? null,
    });
    return user;
  }

  #insert(
    { relation, cols, selectStmt, onConflictClause, returningClause, withClause }: InsertStmt,
    outer: Scope | null,
  ) {
    const scope = newScope(outer);
    this.#with(withClause, scope);
    const table = relation?.relname ?? '';
    const isByUser = placementOf(table) === 'by-user';
    const userColumn = distributionColumnOf(table);
    const names = cols?.flatMap((col) => ('ResTarget' in col ? [col.ResTarget.name] : [])) ?? null;
    const position = names?.indexOf(userColumn) ?? 0;
    if (isByUser && position < 0) this.#problems.push(`adds rows to ${table} without a user`);
    if (!isByUser) this.#otherPlaces.add(table);
    if (selectStmt && 'SelectStmt' in selectStmt) {
      const rowsBefore = this.#rows.length;
      const select = selectStmt.SelectStmt;
      const output = this.#select(select, newScope(scope));
      const [only, ...more] = select.valuesLists ?? [];
      const value =
        only && more.length === 0 && 'List' in only ? this.#givenValue(only.List.items?.[position]) : null;
      const target = new UserOfRow(table);
      if (isByUser && value !== null) this.#given.push({ user: target, value });
      const selected = output[position]?.user;
      if (selected) this.#equate(target, selected, true);
      const readsRows = this.#rows.length > rowsBefore;
      if (readsRows) this.#problemsOfMany.push('adds rows that it reads from many users');
      // Citus divides the other rows itself.
      if (isByUser && (value !== null || selected)) this.#rows.push(target);
    }
    const target: Scope = newScope(null);
    const columns = TABLES.get(table)?.map((column) => ({ ...column, user: null })) ?? null;
    target.sources.push(
      { alias: relation?.alias?.aliasname ?? table, columns },
      { alias: 'excluded', columns },
    );
    if (onConflictClause && isCitus(table)) {
      const { infer, targetList, whereClause } = onConflictClause;
      const keys = (infer?.indexElems ?? []).flatMap((one) =>
        'IndexElem' in one ? [one.IndexElem.name] : [],
      );
      if (isByUser && keys.length > 0 && !keys.includes(userColumn))
        this.#problems.push('looks for a conflict without the user');
      this.#refuseChangedUser(table, targetList);
      this.#refuseMutable([targetList, whereClause], 'on a conflict');
    }
    return this.#returning(returningClause?.exprs, table, target);
  }

  #update(
    { relation, targetList, whereClause, fromClause, returningClause, withClause }: UpdateStmt,
    outer: Scope | null,
  ) {
    const scope = newScope(outer);
    this.#with(withClause, scope);
    const table = relation?.relname ?? '';
    if (relation) this.#table(relation, scope);
    for (const item of fromClause ?? []) this.#fromItem(item, scope);
    if (fromClause) this.#problemsOfMany.push('changes rows of many users in a join');
    this.#conditions(whereClause, scope);
    this.#expression(targetList, scope);
    if (isCitus(table)) {
      this.#refuseChangedUser(table, targetList);
      this.#refuseVolatile([targetList, whereClause]);
    }
    return this.#returning(returningClause?.exprs, table, scope);
  }

  #delete(
    { relation, whereClause, usingClause, returningClause, withClause }: DeleteStmt,
    outer: Scope | null,
  ) {
    const scope = newScope(outer);
    this.#with(withClause, scope);
    const table = relation?.relname ?? '';
    if (relation) this.#table(relation, scope);
    for (const item of usingClause ?? []) this.#fromItem(item, scope);
    if (usingClause) this.#problemsOfMany.push('changes rows of many users in a join');
    this.#conditions(whereClause, scope);
    if (isCitus(table)) this.#refuseVolatile([whereClause]);
    return this.#returning(returningClause?.exprs, table, scope);
  }

  #returning(list: Node[] | undefined, table: string, scope: Scope): readonly OutputColumn[] {
    this.#expression(list, scope);
    if (isCitus(table)) this.#refuseMutable(list, 'in RETURNING', scope);
    return (list ?? []).flatMap((node) => this.#outputOf(node, scope));
  }

  #refuseChangedUser(table: string, targetList: Node[] | undefined): void {
    const changed = (targetList ?? []).map((node) => ('ResTarget' in node ? node.ResTarget.name : undefined));
    if (placementOf(table) === 'by-user' && changed.includes(distributionColumnOf(table)))
      this.#problems.push(`changes the user of a row of ${table}`);
  }

  #refuseVolatile(parts: unknown): void {
    for (const { name, args } of callsIn(parts)) {
      const volatility = this.#functions.get(name) ?? 'volatile';
      if (volatility === 'volatile') this.#problems.push(`calls the volatile ${name} in a change`);
      if (volatility === 'stable' && hasColumn(args))
        this.#problems.push(`calls ${name}, which is not immutable, with a column in a change`);
    }
    for (const part of partsOf(parts, ['CoalesceExpr', 'CaseExpr'])) {
      if (callsIn(part).some(({ name }) => this.#functions.get(name) !== 'immutable'))
        this.#problems.push('calls a function that is not immutable in CASE or COALESCE in a change');
    }
  }

  #refuseMutable(parts: unknown, where: string, scope?: Scope): void {
    for (const { name } of callsIn(parts)) {
      if (this.#functions.get(name) !== 'immutable')
        this.#problems.push(`calls ${name}, which is not immutable, ${where}`);
    }
    for (const { arg, typeName } of scope ? castsIn(parts) : []) {
      if (!arg || !('ColumnRef' in arg) || !scope || textOf(typeName?.names?.at(-1)) !== 'text') continue;
      const type = this.#resolve(arg.ColumnRef, scope)?.column.type ?? '';
      if (/^(date|time)/.test(type))
        this.#problems.push(`casts a ${type} to text, which is not immutable, ${where}`);
    }
  }

  /** Conditions that all rows meet. */
  #conditions(node: Node | undefined, scope: Scope): void {
    if (!node) return;
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
      for (const one of node.BoolExpr.args ?? []) this.#conditions(one, scope);
    } else if ('BoolExpr' in node && node.BoolExpr.boolop === 'NOT_EXPR') {
      const [negated] = node.BoolExpr.args ?? [];
      if (negated && 'SubLink' in negated) this.#conditions(negated, scope);
      else this.#expression(node, scope);
    } else if ('SubLink' in node && node.SubLink.subLinkType === 'EXISTS_SUBLINK') {
      const { subselect } = node.SubLink;
      if (!subselect || !('SelectStmt' in subselect)) return;
      const isPulledUp = isSimpleSubquery(subselect.SelectStmt);
      this.#subquery(subselect.SelectStmt, { ...newScope(scope), isPulledUp });
    } else {
      this.#equality(node, scope);
      this.#expression(node, scope);
    }
  }

  #equality(node: Node, scope: Scope): void {
    if (!('A_Expr' in node)) return;
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    if (textOf(name?.[0]) !== '=' || !lexpr || !rexpr) return;
    const items = kind === 'AEXPR_IN' && 'List' in rexpr ? (rexpr.List.items ?? []) : [rexpr];
    if (kind === 'AEXPR_OP_ANY' || items.length !== 1) return;
    const [one, other] = [lexpr, items[0]].map((side) =>
      side && 'ColumnRef' in side ? this.#resolve(side.ColumnRef, scope) : undefined,
    );
    if (one?.column.user && other?.column.user)
      this.#equate(one.column.user, other.column.user, one.isOwn && other.isOwn);
    const found = one ?? other;
    const value = this.#givenValue(one ? items[0] : lexpr);
    if (found?.column.user && found.isOwn && value !== null)
      this.#given.push({ user: found.column.user, value });
  }

  #equate(one: UserOfRow, other: UserOfRow, isKnown: boolean): void {
    this.#equal.join(one, other);
    if (isKnown) this.#known.join(one, other);
  }

  /** The same columns, of whose users only the equality is known. */
  #apart(columns: readonly OutputColumn[]): OutputColumn[] {
    return columns.map((column) => {
      if (!column.user) return column;
      const user = new UserOfRow(null);
      this.#equal.join(user, column.user);
      return { ...column, user };
    });
  }

  #subquery(select: SelectStmt, scope: Scope): void {
    const rowsBefore = this.#rows.length;
    this.#select(select, scope);
    if (this.#rows.length > rowsBefore && (this.#isChange || !isSimpleSubquery(select)))
      this.#problemsOfMany.push('reads rows of many users in a subquery');
  }

  #expression(part: unknown, scope: Scope): void {
    for (const { SubLink: link } of nodesIn(part, 'SubLink')) {
      const { subselect } = link;
      if (subselect && 'SelectStmt' in subselect) this.#subquery(subselect.SelectStmt, newScope(scope));
    }
    for (const { ColumnRef: column } of nodesIn(part, 'ColumnRef')) {
      if (namesOf(column).at(-1) === 'ctid' && scope.sources.some(({ alias }) => isCitus(alias)))
        this.#problems.push('uses the place of a row, which differs on each node');
    }
  }

  /** `isOwn`: found at this level, or at one that PostgreSQL plans together with it. */
  #resolve(reference: ColumnRef, scope: Scope): { column: OutputColumn; isOwn: boolean } | undefined {
    const fields = namesOf(reference);
    const [alias, name] = fields.length > 1 ? fields : [undefined, fields[0]];
    let isOwn = true;
    for (let level: Scope | null = scope; level; level = level.outer) {
      for (const source of level.sources) {
        if (alias !== undefined && source.alias !== alias) continue;
        const column = source.columns?.find((one) => one.name === name);
        if (column) return { column, isOwn };
      }
      isOwn &&= level.isPulledUp;
    }
    return undefined;
  }

  /** A constant or parameter; equal ids are one value. Null for others. */
  #givenValue(node: Node | undefined): string | null {
    if (!node) return null;
    if ('TypeCast' in node)
      return node.TypeCast.typeName?.arrayBounds ? null : this.#givenValue(node.TypeCast.arg);
    if ('A_Const' in node) return JSON.stringify(node.A_Const.sval ?? node.A_Const.ival ?? null);
    if (!('ParamRef' in node)) return null;
    const number = node.ParamRef.number ?? 0;
    return `$${canonicalNumber(this.#values, number)}`;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The number of the first parameter with the same id. */
export function canonicalNumber(values: readonly unknown[], number: number): number {
  const value = values[number - 1];
  return typeof value === 'string' && UUID.test(value) ? values.indexOf(value) + 1 : number;
}

function newScope(outer: Scope | null): Scope {
  return { sources: [], outer, isPulledUp: false, ctes: new Map() };
}

/** A subquery that is not lateral sees only the WITH clauses around it. */
function outerWithCtes(scope: Scope): Scope {
  return { ...scope, sources: [] };
}

function cteNamed(name: string, scope: Scope): readonly OutputColumn[] | undefined {
  for (let level: Scope | null = scope; level; level = level.outer) {
    const found = level.ctes.get(name);
    if (found) return found;
  }
  return undefined;
}

/** A union and the queries that it unites. */
function branchesOf(select: SelectStmt): SelectStmt[] {
  return [select.larg, select.rarg].reduce(
    (all, part) => (part ? [...all, ...branchesOf(part)] : all),
    [select],
  );
}

/** Whether the planner makes it a part of the query around it. */
function isSimpleSubquery(select: SelectStmt): boolean {
  const {
    larg,
    groupClause,
    havingClause,
    distinctClause,
    limitCount,
    limitOffset,
    lockingClause,
    withClause,
  } = select;
  const isPlain = ![
    larg,
    groupClause,
    havingClause,
    distinctClause,
    limitCount,
    limitOffset,
    lockingClause,
    withClause,
  ].some((clause) => clause !== undefined);
  return isPlain && !callsIn(select.targetList).some(({ name, over }) => over || AGGREGATES.has(name));
}

const AGGREGATES = new Set([
  'count',
  'sum',
  'min',
  'max',
  'bool_or',
  'bool_and',
  'bit_or',
  'array_agg',
  'json_agg',
  'json_object_agg',
]);

function isCitus(table: string): boolean {
  const placement = placementOf(table);
  return placement === 'by-user' || placement === 'everywhere';
}

function withoutUser(column: OutputColumn): OutputColumn {
  return { ...column, user: null };
}

function renamed(columns: readonly OutputColumn[], names: Node[] | undefined): OutputColumn[] {
  return columns.map((column, index) => {
    const name = names?.[index];
    return name ? { ...column, name: textOf(name) } : column;
  });
}

function namesOf({ fields }: ColumnRef): string[] {
  return (fields ?? []).map((field) => ('A_Star' in field ? '*' : textOf(field)));
}

function textOf(node: Node | undefined): string {
  return node && 'String' in node ? (node.String.sval ?? '') : '';
}

function hasColumn(parts: unknown): boolean {
  return nodesIn(parts, 'ColumnRef').length > 0;
}

function callsIn(parts: unknown): { name: string; args: unknown; over: WindowDef | undefined }[] {
  const calls = nodesIn(parts, 'FuncCall').map(({ FuncCall: { funcname, args, over } }) => ({
    name: textOf(funcname?.at(-1)),
    args,
    over,
  }));
  const values = nodesIn(parts, 'SQLValueFunction').map(() => ({ name: 'now', args: [], over: undefined }));
  return [...calls, ...values];
}

function castsIn(parts: unknown) {
  return nodesIn(parts, 'TypeCast').map(({ TypeCast }) => TypeCast);
}

function partsOf(parts: unknown, kinds: readonly ('CoalesceExpr' | 'CaseExpr')[]): unknown[] {
  return kinds.flatMap((kind) => nodesIn(parts, kind));
}

type Kind = Node extends infer One ? (One extends unknown ? keyof One : never) : never;
type NodeOf<K extends Kind> = Extract<Node, Record<K, unknown>>;

/** All nodes of a kind, but not those inside of subqueries. */
function nodesIn<K extends Kind>(part: unknown, kind: K): NodeOf<K>[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((one) => nodesIn(one, kind));
  const found = kind in part ? [part as NodeOf<K>] : [];
  return [
    ...found,
    ...Object.entries(part).flatMap(([key, value]) => (key === 'subselect' ? [] : nodesIn(value, kind))),
  ];
}
