import type { Endpoint } from './endpoint.ts';
import { endpoints, type Endpoints, type RouteName } from './endpoints.ts';

/** Where a call is and who may make it, without shapes. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'access'>;

export type Routes = { readonly [N in RouteName]: Pick<Endpoints[N], keyof Route> };

/** The build of the browser replaces this module by its value, because the shapes would load a validator. */
export const routes = Object.fromEntries(
  Object.entries(endpoints).map(([name, { method, path, access }]) => [name, { method, path, access }]),
) as Routes;
