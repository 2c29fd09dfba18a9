// What the bundles leave to Node's own loading.

/** Load on first use, which most home servers never reach. */
export const ON_FIRST_USE = [
  'web-push',
  'nodemailer',
  'prom-client',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
];

/** The picture program's. Some load files beside them. */
export const FOR_PICTURES = ['@resvg/resvg-js', 'satori', 'subset-font'];

/** The API description. */
export const IN_DEVELOPMENT = ['@fastify/swagger', '@fastify/swagger-ui'];

/** Tried by `pg` and never installed. */
export const NEVER_INSTALLED = ['pg-native'];

/** The programs read files in them: the log-in pages' script and the pictures' fonts. */
export const READ_FILES_OF = [
  '@simplewebauthn/browser',
  '@fontsource-variable/fraunces',
  '@fontsource-variable/source-serif-4',
];
