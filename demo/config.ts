import { readConfig } from '@oinkly/server/config';

/** What the environment has decided of the demo. */
export interface DemoConfig {
  dataDir: string;
  /** Where browsers reach it. */
  origin: string;
  /** The environment of its server. */
  serverEnvironment: NodeJS.ProcessEnv;
}

/** What would let the server use something that is not the demo's own: a real database, issuer or bank. */
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
];

/**
 * Reads the environment as the server does, but leaves out whatever is not embedded. The data folder stands beside the server's own.
 * Throws the server's `ConfigError`.
 */
export function readDemoConfig(environment: NodeJS.ProcessEnv = process.env): DemoConfig {
  const own = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !NOT_OF_THE_DEMO.includes(name)),
  );
  const { publicUrl, dataDir } = readConfig(own);
  const demoDir = own['DATA_DIR']?.trim() ? dataDir : `${dataDir}-demo`;
  return {
    dataDir: demoDir,
    origin: publicUrl.origin,
    serverEnvironment: { ...own, DATA_DIR: demoDir },
  };
}
