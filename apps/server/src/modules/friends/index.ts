export { readCircle } from './friends.service.ts';
export { friendsRoutes } from './friends.routes.ts';
export { presentCircle } from './present-friends.ts';
