export { firstViewOf } from './first-view.service.ts';
