import formbody from '@fastify/formbody';
import { testBankOf, testBanks } from '@oinkly/test-banks/banks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator, SimplefinEmulatorOptions } from '../emulator.ts';
import { addBanks, setupTokenOf } from '../setup-token.ts';
import { listConnections } from '../storage/connections.ts';
import { countUsableTokens, endToken, insertToken, listTokensOf, type Token } from '../storage/tokens.ts';
import { createPage, type ListedToken, pagePolicy } from './create-page.ts';

const bankKey = z.enum(testBanks.map(({ key }) => key));
const createForm = z.object({
  bank: z
    .union([bankKey.transform((key) => [key]), z.array(bankKey).min(1).max(testBanks.length)])
    .transform((keys) => [...new Set(keys)]),
});
const disableForm = z.object({ token_id: z.string() });

/** A bank's history takes half a megabyte. */
const MAX_USABLE_TOKENS = 5;
const SHOWN_TOKENS = 20;
/** All users of a page that doesn't know them. */
const EVERYONE = 'everyone';

declare module 'fastify' {
  interface FastifyRequest {
    pageUser: string;
  }
}

function stateOf({ claimedAt, disabledAt }: Token): ListedToken['state'] {
  if (disabledAt !== null) return 'disabled';
  return claimedAt === null ? 'unused' : 'in use';
}

/** The page on which a person gets a setup token. It works without JavaScript, which only adds a Copy button. */
export async function serveCreatePage(
  app: FastifyInstance,
  emulator: Emulator,
  pageUserOf: SimplefinEmulatorOptions['pageUserOf'] = async () => EVERYONE,
): Promise<void> {
  const { database } = emulator;
  const basePath = () => new URL(emulator.publicUrl).pathname.replace(/\/$/, '');
  app.decorateRequest('pageUser', '');
  // Runs for these routes, however their address is written.
  app.addHook('onRequest', async (request, reply) => {
    const user = await pageUserOf(request, reply);
    if (user === undefined) return reply;
    request.pageUser = user;
  });
  await app.register(formbody);

  function sendPage(
    { pageUser }: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { setupToken, problem }: { setupToken?: string; problem?: string } = {},
  ): FastifyReply {
    const tokens = listTokensOf(database, pageUser, SHOWN_TOKENS).map((token) => ({
      tokenId: token.tokenId,
      createdAt: token.createdAt,
      state: stateOf(token),
      bankNames: listConnections(database, token.tokenId).map(
        (connection) => testBankOf(connection.bankKey).name,
      ),
    }));
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('referrer-policy', 'same-origin')
      .send(createPage({ basePath: basePath(), banks: testBanks, tokens, setupToken, problem }));
  }

  app.get('/create', async (request, reply) => sendPage(request, reply, 200));

  app.post('/create', async (request, reply) => {
    const form = createForm.safeParse(request.body);
    if (!form.success) return sendPage(request, reply, 400, { problem: 'Choose at least one bank.' });
    if (countUsableTokens(database, request.pageUser) >= MAX_USABLE_TOKENS) {
      const problem = `You have ${MAX_USABLE_TOKENS} tokens. Disable one before you create another.`;
      return sendPage(request, reply, 409, { problem });
    }
    const token = insertToken(database, emulator.now(), request.pageUser);
    await addBanks(emulator, token.tokenId, { bankKeys: form.data.bank });
    return sendPage(request, reply, 200, { setupToken: setupTokenOf(emulator, token) });
  });

  app.post('/create/disable', async (request, reply) => {
    const form = disableForm.safeParse(request.body);
    if (form.success)
      endToken(database, { tokenId: form.data.token_id, owner: request.pageUser }, emulator.now());
    return reply.redirect(`${basePath()}/create`, 303);
  });
}
