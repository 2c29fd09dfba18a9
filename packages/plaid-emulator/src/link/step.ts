import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import type { Door } from './doors.ts';
import { itemToUpdate, type Visit } from './flow.ts';
import { missingStep } from './next-step.ts';
import { noStore } from './send-page.ts';

const visitParameters = z.object({ key: z.string() });

/** A request for a step of somebody's visit. */
export interface Call {
  visit: Visit;
  reply: FastifyReply;
  request: FastifyRequest;
  linkPath: string;
}

/** What answers a request for a step. */
type Handle = (call: Call) => FastifyReply;

/** Makes the handler of a step's route; `whenFinished` answers for a visit that is over. */
export type Step = (
  handle: Handle,
  whenFinished?: Handle,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** How the steps behind a door are served: one that does not exist, or no longer, says so. */
export function stepsOf(emulator: Emulator, door: Door): Step {
  return (handle, whenFinished = ({ reply, visit }) => door.showOver(reply, visit)) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { key } = visitParameters.parse(request.params);
      const found = door.find(key);
      if (found === null) {
        return door.close(reply, {
          status: 404,
          token: null,
          session: null,
          heading: 'This link does not exist',
          text: 'Check the address, or start over from where you came.',
          code: 'INVALID_LINK_TOKEN',
        });
      }
      const { token, session } = found;
      if (token.itemId !== null && itemToUpdate(emulator, token) === null) {
        return door.close(reply, {
          status: 410,
          token,
          session,
          heading: 'This connection was removed',
          text: 'There is nothing left to log in to. Start over from where you came.',
          code: 'ITEM_NOT_FOUND',
        });
      }
      if (token.expiresAt <= emulator.now().toISOString()) {
        return door.close(reply, {
          status: 410,
          token,
          session,
          heading: 'This link has expired',
          text: 'Links work for a short time only. To get a new one, start over from where you came.',
          code: 'INVALID_LINK_TOKEN',
        });
      }
      const visit: Visit = { token, session: session ?? found.open() };
      const call: Call = { visit, reply, request, linkPath: `${door.path}/${key}` };
      return visit.session.finishedAt === null ? handle(call) : whenFinished(call);
    };
}

/** Sends somebody to another page of their visit. */
export function goTo({ reply, linkPath }: Call, page: string): FastifyReply {
  return noStore(reply).redirect(`${linkPath}${page}`, 303);
}

/** Sends somebody to what they have to do first. */
export function toMissingStep(call: Call): FastifyReply {
  return goTo(call, missingStep(call.visit));
}

/** Whether the visit repairs an item in place of making one. */
export function isUpdate({ visit }: Call): boolean {
  return visit.token.itemId !== null;
}

/** Where 'Back' leads at the login and after it. */
export function backFromLogin(call: Call): string {
  return isUpdate(call) ? call.linkPath : `${call.linkPath}/institutions`;
}
