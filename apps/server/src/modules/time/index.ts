export { FIRST_ZONE, todayOf, zoneOf } from './today.ts';
