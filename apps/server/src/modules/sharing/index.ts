export { sharedMapPage } from './shared-map-page.ts';
export { sharingRoutes } from './sharing.routes.ts';
export { readSharedMap, unshareMap } from './sharing.service.ts';
