import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort } from '@oinkly/server/test-support/server-process';
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { requireBrought } from '../require-brought.ts';

/** An OpenID provider without shared code. Unpacked by `scripts/bring-glewlwyd.mjs`. */
const FOLDER = fileURLToPath(new URL('../.build/glewlwyd', import.meta.url));
const SCHEMA = join(FOLDER, 'usr/share/dbconfig-common/data/glewlwyd/install/sqlite3');
const STARTED_WITHIN_MS = 15_000;
/** From the package's schema. */
const FIRST_ADMIN = { username: 'admin', password: 'password' };

/** Scopes that an account may grant. */
const SCOPES = ['openid', 'email'];

requireBrought(FOLDER, 'bring-glewlwyd');

export interface GlewlwydAccount {
  username: string;
  password: string;
}

/** A running glewlwyd with one client, on a loopback port. */
export interface Glewlwyd {
  issuer: string;
  clientId: string;
  clientSecret: string;
  addAccount(username: string, email: string): Promise<GlewlwydAccount>;
  setEmail(account: GlewlwydAccount, email: string): Promise<void>;
  /** Whether the account exists and is enabled. */
  hasAccount(account: GlewlwydAccount): Promise<boolean>;
  /** Moves all logins into the past. */
  ageLogins(seconds: number): void;
  close(): Promise<void>;
}

/** Starts Debian's glewlwyd with the application as client. */
export async function startGlewlwyd(appOrigin: string): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), 'glewlwyd-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const databaseFile = join(folder, 'glewlwyd.sqlite');
  const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  database.exec(`PRAGMA synchronous = off; BEGIN; ${await readFile(SCHEMA, 'utf8')}; COMMIT`);
  const configFile = join(folder, 'glewlwyd.conf');
  await writeFile(configFile, configuration(origin, databaseFile));

  const libraries = (await readdir(join(FOLDER, 'usr/lib'))).filter((name) => name.endsWith('-linux-gnu'));
  const program = spawn(join(FOLDER, 'usr/bin/glewlwyd'), ['--config-file', configFile], {
    env: { LD_LIBRARY_PATH: libraries.map((name) => join(FOLDER, 'usr/lib', name)).join(':') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const close = async () => {
    database.close();
    if (program.exitCode === null && program.signalCode === null) {
      program.kill();
      await once(program, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };

  const admin = new HttpBrowser();
  const manage = async (method: string, path: string, body?: object) => {
    const answer = await admin.call(method, `${origin}/api${path}`, body);
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}\n${output}`);
    }
    return answer.json;
  };
  const client = { clientId: 'oinkly-at-home', clientSecret: randomBytes(24).toString('base64url') };
  try {
    await untilItAnswers(
      origin,
      () => program.exitCode === null,
      () => output,
    );
    await manage('POST', '/auth/', FIRST_ADMIN);
    await letClientsNameWhereToGo(manage);
    await manage('POST', '/scope/', {
      name: 'email',
      password_required: true,
      password_max_age: 0,
      scheme: {},
    });
    await manage('POST', '/mod/plugin/', openIdPlugin(`${origin}/api/oidc`));
    await manage('POST', '/client/', {
      client_id: client.clientId,
      name: 'Oinkly',
      confidential: true,
      client_secret: client.clientSecret,
      token_endpoint_auth_method: ['client_secret_post'],
      redirect_uri: [`${appOrigin}/api/login/callback`],
      post_logout_redirect_uris: [`${appOrigin}/`],
      authorization_type: ['code'],
      enabled: true,
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    issuer: `${origin}/api/oidc`,
    ...client,
    addAccount: async (username, email) => {
      const account = { username, password: randomBytes(12).toString('base64url') };
      await manage('POST', '/user/', { ...account, email, scope: SCOPES, enabled: true });
      return account;
    },
    setEmail: async ({ username }, email) => {
      await manage('PUT', `/user/${username}`, { email, scope: SCOPES, enabled: true });
    },
    hasAccount: async ({ username }) => {
      const user = (await manage('GET', `/user/${username}`)) as { username: string; enabled: boolean };
      return user.username === username && user.enabled;
    },
    ageLogins: (seconds) => {
      database.prepare('UPDATE g_user_session_scheme SET guss_last_login = guss_last_login - ?').run(seconds);
    },
    close,
  };
}

function configuration(origin: string, databaseFile: string): string {
  const modules = join(FOLDER, 'usr/lib/glewlwyd');
  return `
    port = ${new URL(origin).port}
    bind_address = "127.0.0.1"
    external_url = "${origin}"
    login_url = "login.html"
    api_prefix = "api"
    static_files_path = "${join(FOLDER, 'usr/share/glewlwyd/webapp/')}"
    static_files_mime_types = ( { extension = ".html", mime_type = "text/html" } )
    log_mode = "console"
    log_level = "WARNING"
    cookie_secure = 0
    hash_algorithm = "SHA512"
    user_module_path = "${join(modules, 'user')}"
    client_module_path = "${join(modules, 'client')}"
    user_auth_scheme_module_path = "${join(modules, 'scheme')}"
    plugin_module_path = "${join(modules, 'plugin')}"
    database = { type = "sqlite3", path = "${databaseFile}" };
  `;
}

/** The OpenID Connect plugin with PKCE, ES256 and `iss` in every answer. */
function openIdPlugin(issuer: string): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'ES256' };
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    enabled: true,
    parameters: {
      iss: issuer,
      'jwks-private': JSON.stringify({ keys: [key] }),
      'jwks-show': true,
      'subject-type': 'public',
      'email-claim': 'on-demand',
      'email-claim-scope': ['email'],
      'auth-type-code-enabled': true,
      'code-duration': 600,
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'pkce-allowed': true,
      'pkce-required': true,
      'oauth-as-iss-id': true,
      'session-management-allowed': true,
      'session-cookie-name': 'GLEWLWYD_OIDC_SESSION',
      'session-cookie-expiration': 3600,
    },
  };
}

/** Clients have sign-out addresses only if the back end allows it. */
async function letClientsNameWhereToGo(
  manage: (method: string, path: string, body?: object) => Promise<unknown>,
): Promise<void> {
  const backEnd = (await manage('GET', '/mod/client/database')) as {
    parameters: { 'data-format': Record<string, object> };
  };
  backEnd.parameters['data-format']['post_logout_redirect_uris'] = {
    multiple: true,
    read: true,
    write: true,
  };
  await manage('PUT', '/mod/client/database', backEnd);
  await manage('PUT', '/mod/client/database/reset');
}

async function untilItAnswers(origin: string, isRunning: () => boolean, output: () => string): Promise<void> {
  const deadline = performance.now() + STARTED_WITHIN_MS;
  while (isRunning() && performance.now() < deadline) {
    const answer = await fetch(`${origin}/config`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await wait(20);
  }
  throw new Error(`glewlwyd did not start:\n${output()}`);
}
