import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import type { LinkFrontend } from './frontends.ts';
import { itemToUpdate, type OpenLink } from './flow.ts';
import { missingStep } from './next-step.ts';
import { noStore } from './send-page.ts';

const stepParameters = z.object({ key: z.string() });

export interface Call {
  openLink: OpenLink;
  reply: FastifyReply;
  request: FastifyRequest;
  linkPath: string;
}

type Handle = (call: Call) => FastifyReply;

/** `whenFinished` answers for a finished session. */
export type Step = (
  handle: Handle,
  whenFinished?: Handle,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Unknown and expired addresses get a page that says so. */
export function stepsOf(emulator: Emulator, frontend: LinkFrontend): Step {
  return (handle, whenFinished = ({ reply, openLink }) => frontend.showFinished(reply, openLink)) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { key } = stepParameters.parse(request.params);
      const found = frontend.find(key);
      if (found === null) {
        return frontend.close(reply, {
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
        return frontend.close(reply, {
          status: 410,
          token,
          session,
          heading: 'This connection was removed',
          text: 'There is nothing left to log in to. Start over from where you came.',
          code: 'ITEM_NOT_FOUND',
        });
      }
      if (token.expiresAt <= emulator.now().toISOString()) {
        return frontend.close(reply, {
          status: 410,
          token,
          session,
          heading: 'This link has expired',
          text: 'Links work for a short time only. To get a new one, start over from where you came.',
          code: 'INVALID_LINK_TOKEN',
        });
      }
      const openLink: OpenLink = { token, session: session ?? found.open() };
      const call: Call = { openLink, reply, request, linkPath: `${frontend.path}/${key}` };
      return openLink.session.finishedAt === null ? handle(call) : whenFinished(call);
    };
}

export function goTo({ reply, linkPath }: Call, page: string): FastifyReply {
  return noStore(reply).redirect(`${linkPath}${page}`, 303);
}

export function toMissingStep(call: Call): FastifyReply {
  return goTo(call, missingStep(call.openLink));
}

export function isUpdate({ openLink }: Call): boolean {
  return openLink.token.itemId !== null;
}

export function backFromLogin(call: Call): string {
  return isUpdate(call) ? call.linkPath : `${call.linkPath}/institutions`;
}
