export { listPlaces } from './message-places.queries.ts';
export { messagePlacesRoutes } from './message-places.routes.ts';
export type { MessageDeps } from './message-sender.ts';
export { placesOfSubject } from './places-of-subject.ts';
export { presentPlace } from './present-message-place.ts';
export { messageJob } from './send-message.service.ts';
