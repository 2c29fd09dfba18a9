export { personalTokensRoutes } from './personal-tokens.routes.ts';
export { guardTokenRoutes } from './token-access.ts';
export { tokenRoutes } from './token.routes.ts';
