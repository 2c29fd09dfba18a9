import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const NONCE = 'nonce-of-the-login';

export interface FuzzIssuer {
  origin: string;
  close(): Promise<void>;
}

export async function startFuzzIssuer(): Promise<FuzzIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
  const tokens = async () => {
    const subject = randomUUID();
    const idToken = await new SignJWT({ nonce: NONCE, email: `${subject}@example.org` })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(origin)
      .setAudience('app')
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    return { access_token: subject, token_type: 'Bearer', expires_in: 300, id_token: idToken };
  };
  const server = createServer((request, response) => {
    const answer = async (): Promise<object> => {
      if (request.url?.startsWith('/keys')) return { keys: [jwk] };
      if (request.url?.startsWith('/token')) return tokens();
      return {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        end_session_endpoint: `${origin}/logout`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      };
    };
    request.resume();
    answer().then(
      (json) => response.setHeader('content-type', 'application/json').end(JSON.stringify(json)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
