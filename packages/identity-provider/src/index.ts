export { identityProvider } from './identity-provider.ts';
export type { IdentityProviderOptions } from './options.ts';
