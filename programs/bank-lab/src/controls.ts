import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Calls a control API; `path` is without `/control`. */
type ControlCall = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** Both control APIs. */
export interface Controls {
  plaid: ControlCall;
  simplefin: ControlCall;
}

/** A control API refused a call. The message is what it said. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
}

const jsonObject = z.record(z.string(), z.unknown());
const plaidError = z.object({ error_message: z.string() });
const simplefinError = z.object({ errors: z.array(z.string()) });

function saidIn(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    const simplefin = simplefinError.safeParse(answer).data?.errors.join(' ');
    return plaidError.safeParse(answer).data?.error_message ?? simplefin ?? body;
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

/** The control APIs of the plugins under `/plaid` and `/simplefin`, called as a script calls them. */
export function createControls(
  app: FastifyInstance,
  { publicUrl, clientId, secret }: { publicUrl: string; clientId: string; secret: string },
): Controls {
  const { host } = new URL(publicUrl);
  const call =
    (service: keyof Controls, headers: Record<string, string>): ControlCall =>
    async (path, body = {}) => {
      const url = `/${service}/control${path}`;
      const answer = await app.inject({ method: 'POST', url, headers: { ...headers, host }, payload: body });
      if (answer.statusCode !== 200) throw new ControlRefused(saidIn(answer.body));
      return jsonObject.parse(answer.json());
    };
  return {
    plaid: call('plaid', { 'plaid-client-id': clientId, 'plaid-secret': secret }),
    simplefin: call('simplefin', { authorization: `Bearer ${secret}` }),
  };
}
