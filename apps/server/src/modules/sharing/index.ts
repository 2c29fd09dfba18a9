export { readSharedCircle } from './circle.service.ts';
export { readSharedMap } from './map.service.ts';
export { unshareAll } from './share-links.ts';
export { sharedCirclePage, sharedMapPage } from './shared-pages.ts';
export { sharingRoutes } from './sharing.routes.ts';
