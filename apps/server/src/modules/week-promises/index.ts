export { weekPromisesRoutes } from './week-promises.routes.ts';
export { promiseToken } from './promise-token.ts';
export { readWeekToPromise } from './week-promises.service.ts';
