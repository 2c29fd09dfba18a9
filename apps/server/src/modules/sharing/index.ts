export { sharedMapPage } from './shared-map-page.ts';
export { sharingRoutes } from './sharing.routes.ts';
export { readSharedMap } from './sharing.service.ts';
