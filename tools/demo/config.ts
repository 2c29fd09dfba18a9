import { readConfig } from '@oinkly/server/start/config';

export interface DemoConfig {
  dataDir: string;
  /** As browsers reach it. */
  origin: string;
  serverEnvironment: NodeJS.ProcessEnv;
}

/** Of a real database, issuer or bank, which the demo must not use. */
const NOT_OF_THE_DEMO = [
  'DATABASE_URL',
  'TOKEN_KEYS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'EMBEDDED_IDENTITY',
  'PLAID_CLIENT_ID',
  'PLAID_SECRET',
  'PLAID_ENV',
  'PLAID_BASE_URL',
  'TEST_BANKS',
];

/** Without external services. Throws the server's `ConfigError`. */
export function readDemoConfig(environment: NodeJS.ProcessEnv = process.env): DemoConfig {
  const own = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !NOT_OF_THE_DEMO.includes(name)),
  );
  const { publicUrl, dataDir } = readConfig(own);
  const demoDir = own['DATA_DIR']?.trim() ? dataDir : `${dataDir}-demo`;
  return {
    dataDir: demoDir,
    origin: publicUrl.origin,
    // The demo's users sign up like everyone.
    serverEnvironment: { ...own, DATA_DIR: demoDir, BACKUP_DIR: 'off', SIGN_UP: 'open' },
  };
}
