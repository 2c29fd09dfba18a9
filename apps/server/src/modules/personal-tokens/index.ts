export { personalTokensRoutes } from './personal-tokens.routes.ts';
export { removeExpiredTokens } from './remove-expired-tokens.ts';
export { deleteAllTokens } from './personal-tokens.queries.ts';
export { tokensOfSubject } from './tokens-of-subject.ts';
export { guardTokenRoutes } from './token-access.ts';
export { tokenRoutes } from './token.routes.ts';
