export { type IdentityAdmin, identityAdmin } from './admin.ts';
export { identityProvider } from './identity-provider.ts';
export type { IdentityProviderOptions } from './options.ts';
export {
  createIdentitySchema,
  IDENTITY_SCHEMA_VERSION,
  readIdentityVersion,
} from './storage/schema-version.ts';
