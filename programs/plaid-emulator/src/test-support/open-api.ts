import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { z } from 'zod';

/** The tests' extract of Plaid's published API description. */
const FILE = new URL('./plaid-openapi-extract.yml', import.meta.url);

type Json = z.infer<ReturnType<typeof z.json>>;
type JsonObject = Record<string, Json>;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Unparsed entries by name: parsing the whole file would take longer than the tests. */
function entriesOf(text: string, start: string, indent: number): Map<string, string> {
  const entries = new Map<string, string>();
  const part = text.slice(text.indexOf(start) + start.length);
  const [body = ''] = part.split(new RegExp(`^ {0,${indent - 1}}\\S`, 'm'));
  for (const entry of body.split(new RegExp(`^(?= {${indent}}\\S)`, 'm'))) {
    const name = new RegExp(`^ {${indent}}(\\S+):`).exec(entry)?.[1];
    if (name !== undefined) entries.set(name, entry);
  }
  return entries;
}

/** OpenAPI 3.0 to JSON Schema: rewrites `nullable` and drops what ajv refuses. */
function toJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (!isObject(value)) return value;
  const { nullable, ...rest } = value;
  // Draft 4 boolean in OpenAPI 3.0; JSON Schema wants a number.
  if (rest['exclusiveMinimum'] === false) delete rest['exclusiveMinimum'];
  const schema = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, toJsonSchema(child)]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function at(value: Json, ...path: string[]): Json {
  return path.reduce<Json>((current, key) => (isObject(current) ? (current[key] ?? null) : null), value);
}

/** Checks bodies against Plaid's OpenAPI file and returns the problems found. */
interface OpenApi {
  requestProblems(path: string, body: unknown): string[];
  /** Checks against the path's schema for status 200, else the error schema. */
  responseProblems(path: string, status: number, body: unknown): string[];
  webhookProblems(body: unknown): string[];
}

/** By type and code. */
const webhookSchemas: Readonly<Record<string, string>> = {
  'ITEM ERROR': 'ItemErrorWebhook',
  'ITEM LOGIN_REPAIRED': 'ItemLoginRepairedWebhook',
  'ITEM NEW_ACCOUNTS_AVAILABLE': 'NewAccountsAvailableWebhook',
  'ITEM PENDING_DISCONNECT': 'PendingDisconnectWebhook',
  'ITEM USER_ACCOUNT_REVOKED': 'UserAccountRevokedWebhook',
  'ITEM USER_PERMISSION_REVOKED': 'UserPermissionRevokedWebhook',
  'ITEM WEBHOOK_UPDATE_ACKNOWLEDGED': 'WebhookUpdateAcknowledgedWebhook',
  'LINK EVENTS': 'LinkEventsWebhook',
  'LINK ITEM_ADD_RESULT': 'ItemAddResultWebhook',
  'LINK SESSION_FINISHED': 'LinkSessionFinishedWebhook',
  'TRANSACTIONS DEFAULT_UPDATE': 'DefaultUpdateWebhook',
  'TRANSACTIONS HISTORICAL_UPDATE': 'HistoricalUpdateWebhook',
  'TRANSACTIONS INITIAL_UPDATE': 'InitialUpdateWebhook',
  'TRANSACTIONS SYNC_UPDATES_AVAILABLE': 'SyncUpdatesAvailableWebhook',
  'TRANSACTIONS TRANSACTIONS_REMOVED': 'TransactionsRemovedWebhook',
};

export const webhookNames: readonly string[] = Object.keys(webhookSchemas);

const webhookName = z.looseObject({ webhook_type: z.string(), webhook_code: z.string() });

const referencePrefix = '#/components/schemas/';

function load(): OpenApi {
  const text = readFileSync(FILE, 'utf8');
  const paths = entriesOf(text, '\npaths:\n', 2);
  const schemas = entriesOf(text, '\n  schemas:\n', 4);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // ajv's own `url` accepts public hosts only.
  ajv.addFormat('url', (text: string) => URL.canParse(text));
  const known = new Set<string>();

  function parseEntry(entries: Map<string, string>, name: string): Json {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`The OpenAPI file has no ${name}.`);
    return at(z.json().parse(parse(entry)), name);
  }

  function addSchema(name: string): void {
    const written = JSON.stringify(toJsonSchema(parseEntry(schemas, name)));
    const references = [...written.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, found = '']) => found,
    );
    const schema = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(written.replaceAll(referencePrefix, '')));
    known.add(name);
    for (const reference of references) if (!known.has(reference)) addSchema(reference);
    ajv.addSchema(schema, name);
  }
  const validators = new Map<string, ValidateFunction>();

  function problems(name: string, body: unknown): string[] {
    let validate = validators.get(name);
    if (validate === undefined) {
      if (!known.has(name)) addSchema(name);
      validate = ajv.compile({ $ref: name });
      validators.set(name, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }

  const schemaNames = new Map<string, string>();

  function schemaName(path: string, ...holder: string[]): string {
    const key = [path, ...holder].join(' ');
    const name = schemaNames.get(key) ?? findSchemaName(path, holder);
    schemaNames.set(key, name);
    return name;
  }

  function findSchemaName(path: string, holder: readonly string[]): string {
    const reference = at(
      parseEntry(paths, path),
      'post',
      ...holder,
      'content',
      'application/json',
      'schema',
      '$ref',
    );
    return z.string().parse(reference).slice(referencePrefix.length);
  }

  /** Unknown fields, which the file allows but which are misspelled or useless. */
  function unknownFields(name: string, body: unknown): string[] {
    const described = at(parseEntry(schemas, name), 'properties');
    if (!isObject(described) || typeof body !== 'object' || body === null) return [];
    return Object.keys(body)
      .filter((field) => !(field in described))
      .map((field) => `/${field} is not described`);
  }
  return {
    requestProblems(path, body) {
      const name = schemaName(path, 'requestBody');
      return [...problems(name, body), ...unknownFields(name, body)];
    },
    responseProblems: (path, status, body) =>
      problems(status === 200 ? schemaName(path, 'responses', '200') : 'PlaidError', body),
    webhookProblems(body) {
      const { webhook_type: type, webhook_code: code } = webhookName.parse(body);
      const schema = webhookSchemas[`${type} ${code}`];
      return schema === undefined ? [`${type} ${code} is no webhook of this server`] : problems(schema, body);
    },
  };
}

export const openApi: OpenApi = load();
