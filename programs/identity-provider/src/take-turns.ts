import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { IdentityProviderOptions } from './options.ts';
import { Turnstile } from './turnstile.ts';

/**
 * The pages of a process. Four at once use its four database connections, and bound the memory of password hashes to 76 MiB.
 */
const LIMITS = { places: 4, waitingPerCaller: 50, waiting: 500 };

/** Lets networks take turns with the pages added from now on, so that no flood delays others' log-ins (SEC-22). */
export function takeTurns(
  pages: FastifyInstance,
  { networkOf }: Pick<IdentityProviderOptions, 'networkOf'>,
): void {
  const turnstile = new Turnstile(LIMITS);
  // A route's HEAD may share its handler; a turn within a turn would never come.
  const inTurn = new WeakSet<RouteHandlerMethod>();
  pages.addHook('onRoute', (route) => {
    const { handler } = route;
    if (inTurn.has(handler)) return;
    route.handler = async function (request, reply) {
      return turnstile.run(networkOf(request.ip), async () => handler.call(this, request, reply));
    };
    inTurn.add(route.handler);
  });
}
