import formbody from '@fastify/formbody';
import { testBankOf, testBanks } from '@oinkly/test-banks/banks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { createToken, setupTokenOf } from '../setup-token.ts';
import { listConnections } from '../storage/connections.ts';
import { disableToken, listTokens, type Token } from '../storage/tokens.ts';
import { createPage, type ListedToken, pagePolicy } from './create-page.ts';

const bankKey = z.enum(testBanks.map(({ key }) => key));
const createForm = z.object({ bank: z.union([z.array(bankKey), bankKey.transform((key) => [key])]) });
const disableForm = z.object({ token_id: z.string() });

function stateOf({ claimedAt, disabledAt }: Token): ListedToken['state'] {
  if (disabledAt !== null) return 'disabled';
  return claimedAt === null ? 'unused' : 'in use';
}

/** The page on which a person gets a setup token. It works without JavaScript. */
export async function serveCreatePage(app: FastifyInstance, emulator: Emulator): Promise<void> {
  const { database } = emulator;
  const basePath = () => new URL(emulator.publicUrl).pathname.replace(/\/$/, '');
  await app.register(formbody);

  function sendPage(
    reply: FastifyReply,
    status: number,
    { setupToken, problem }: { setupToken?: string; problem?: string } = {},
  ): FastifyReply {
    const tokens = listTokens(database).map((token) => ({
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
      .header('referrer-policy', 'no-referrer')
      .send(createPage({ basePath: basePath(), banks: testBanks, tokens, setupToken, problem }));
  }

  app.get('/create', async (_request, reply) => sendPage(reply, 200));

  app.post('/create', async (request, reply) => {
    const form = createForm.safeParse(request.body);
    if (!form.success) return sendPage(reply, 400, { problem: 'Choose at least one bank.' });
    const token = createToken(emulator, { bankKeys: form.data.bank });
    return sendPage(reply, 200, { setupToken: setupTokenOf(emulator, token) });
  });

  app.post('/create/disable', async (request, reply) => {
    const form = disableForm.safeParse(request.body);
    if (form.success) disableToken(database, form.data.token_id, emulator.now());
    return reply.redirect(`${basePath()}/create`, 303);
  });
}
