import type { Config } from '../../config.ts';
import { ask } from './ask.ts';
import { fine, look, wrong, type Finding } from './finding.ts';

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
  const settings = [encryptionFinding(publicUrl), proxyFinding(config)];
  const open = await ask(new URL('/api/health', publicUrl));
  if ('reason' in open) {
    const sentence = `${publicUrl.origin} can’t be reached from this machine (${open.reason}): check its DNS entry, proxy and certificate.`;
    return [server, wrong('public address', sentence), ...settings];
  }
  const answers = open.status === 200 && messageOf(open.body) === 'ok';
  return [
    server,
    answers
      ? fine('public address', `${publicUrl.origin} leads to Oinkly.`)
      : wrong(
          'public address',
          `${publicUrl.origin} answers with ${open.status}, not as Oinkly does: check the proxy.`,
        ),
    ...settings,
  ];
}

function encryptionFinding({ protocol, origin, hostname }: URL): Finding {
  if (protocol === 'https:') return fine('encryption', 'Browsers use https.');
  if (hostname === 'localhost') return fine('encryption', 'Only this machine uses it, so http is enough.');
  return look(
    'encryption',
    `${origin} has no encryption, so there are no passkeys and no notifications, and others in the network can read along. Put a proxy with https before it.`,
  );
}

function proxyFinding({ publicUrl, port, trustedProxies }: Config): Finding {
  const isBehindProxy = publicUrl.protocol === 'https:' || portOf(publicUrl) !== port;
  if (!isBehindProxy) return fine('proxy', 'Browsers reach the server directly.');
  if (trustedProxies.length > 0) return fine('proxy', `It trusts ${trustedProxies.join(', ')}.`);
  return look(
    'proxy',
    'All users share the limits of one network. Name the proxy’s address in TRUSTED_PROXIES, and let it add X-Forwarded-For.',
  );
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function ownOrigin({ host, port }: Config): string {
  const isEverywhere = ['0.0.0.0', '::'].includes(host);
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The status or message of an answer. */
function messageOf(body: string): string {
  try {
    const { status, message } = JSON.parse(body) as { status?: string; message?: string };
    return message ?? status ?? 'no reason given.';
  } catch (error) {
    if (error instanceof SyntaxError) return 'no reason given.';
    throw error;
  }
}
