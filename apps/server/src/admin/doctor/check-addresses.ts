import { endpoints } from '@oinkly/contract/endpoints';
import { z } from 'zod';
import type { Config } from '../../start/config.ts';
import { ask } from '../../monitoring/ask.ts';
import { fine, look, wrong, type Finding } from '../../monitoring/finding.ts';
import { parsed } from '../../monitoring/parsed.ts';

const health = endpoints.health.response;
const failure = z.object({ message: z.string() });

/** Asks the server at its own address and at the public one. */
export async function checkAddresses(config: Config): Promise<Finding[]> {
  const { publicUrl } = config;
  const own = await ask(new URL('/api/ready', ownOrigin(config)));
  if ('reason' in own) {
    return [
      look(
        'server',
        `Nothing answers on port ${config.port} (${own.reason}). Start the server, then ask again.`,
      ),
    ];
  }
  const server =
    own.status === 200
      ? fine('server', 'It is ready.')
      : wrong('server', `It is not ready: ${messageOf(own.body)} Look at its log.`);
  const encryption = encryptionFinding(publicUrl);
  const open = await ask(new URL('/api/health', publicUrl));
  if ('reason' in open) {
    const sentence = `${publicUrl.origin} can’t be reached from this machine (${open.reason}): check its DNS entry, proxy and certificate.`;
    return [server, wrong('public address', sentence), encryption, proxyFinding(config, null)];
  }
  const there = health.safeParse(parsed(open.body)).data;
  const here = await ask(new URL('/api/health', ownOrigin(config)));
  const isThisOne = 'body' in here && health.safeParse(parsed(here.body)).data?.instance === there?.instance;
  return [
    server,
    open.status !== 200 || !there
      ? wrong(
          'public address',
          `${publicUrl.origin} answers with ${open.status}, not as Oinkly does: check the proxy.`,
        )
      : isThisOne
        ? fine('public address', `${publicUrl.origin} leads to this server.`)
        : wrong(
            'public address',
            `${publicUrl.origin} leads to another Oinkly: check its DNS entry, the proxy and PORT.`,
          ),
    encryption,
    proxyFinding(config, there?.forwarded ?? null),
  ];
}

type Health = z.output<typeof health>;

function encryptionFinding({ protocol, origin, hostname }: URL): Finding {
  if (protocol === 'https:') return fine('encryption', 'Browsers use https.');
  if (hostname === 'localhost') return fine('encryption', 'Only this machine uses it, so http is enough.');
  return look(
    'encryption',
    `${origin} has no encryption, so there are no passkeys and no notifications, and others in the network can read along. Put a proxy with https before it.`,
  );
}

/** @param forwarded what arrived through the public address; null if that is not known */
function proxyFinding(
  { publicUrl, port, trustedProxies }: Config,
  forwarded: Health['forwarded'] | null,
): Finding {
  const shared = 'All users share the limits of one network';
  const isBehindProxy = publicUrl.protocol === 'https:' || portOf(publicUrl) !== port;
  if (forwarded === 'ignored') {
    return look(
      'proxy',
      `${shared}: the server ignores the proxy’s X-Forwarded-For. Its log has a warning with the proxy’s address: name that in TRUSTED_PROXIES.`,
    );
  }
  if (forwarded === 'believed') {
    return fine('proxy', 'It passes on people’s addresses, and the server believes it.');
  }
  if (!isBehindProxy) return fine('proxy', 'Browsers reach the server directly.');
  if (forwarded === 'no') {
    return look('proxy', `${shared}: the proxy adds no X-Forwarded-For. Let it add that header.`);
  }
  if (trustedProxies.length > 0) return fine('proxy', `The server trusts ${trustedProxies.join(', ')}.`);
  return look(
    'proxy',
    `${shared}. Name the proxy’s address in TRUSTED_PROXIES, and let it add X-Forwarded-For.`,
  );
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function ownOrigin({ host, port }: Config): string {
  const isEverywhere = ['0.0.0.0', '::'].includes(host);
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

function messageOf(body: string): string {
  return failure.safeParse(parsed(body)).data?.message ?? 'no reason given.';
}
