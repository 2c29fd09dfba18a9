import '../zod-without-eval.ts';
import { endpoints, type RouteName, type RouteResponse } from '@oinkly/contract/endpoints';
import { z } from 'zod';

/** Returns a stored answer if it has the shape that its call promises; throws otherwise. The shapes are large: load it when needed. */
export function parseAnswer<N extends RouteName>(name: N, stored: unknown): RouteResponse<N> {
  const shape: z.ZodType = 'response' in endpoints[name] ? endpoints[name].response : z.undefined();
  // The compiler loses which call's shape it is.
  return shape.parse(stored) as RouteResponse<N>;
}
