export { sharedMapDoor } from './shared-map-door.ts';
export { sharedMapPage } from './shared-map-page.ts';
export { sharingRoutes } from './sharing.routes.ts';
