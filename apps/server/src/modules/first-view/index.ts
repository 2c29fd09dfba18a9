export { firstViewReader } from './first-view.service.ts';
