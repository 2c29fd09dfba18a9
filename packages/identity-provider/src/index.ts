export {
  type IdentityAccount,
  type IdentityAdmin,
  type IdentityAdminOptions,
  openIdentityAdmin,
} from './admin.ts';
export { identityProvider } from './identity-provider.ts';
export type { IdentityProviderOptions } from './options.ts';
