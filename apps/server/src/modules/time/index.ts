export { todayOf, zoneOf } from './today.ts';
