import type { SharedCircle, SharedMap } from '@oinkly/contract/sharing';
import type { SharedCircleView } from './circle.service.ts';
import type { SharedMapView } from './map.service.ts';

export function presentMap({ name, year, quip, counted, weeks }: SharedMapView): SharedMap {
  return { name, year, quip, counted, weeks };
}

export function presentSharedCircle({ weekStarts, rows, more }: SharedCircleView): SharedCircle {
  return { weekStarts, rows, more };
}
