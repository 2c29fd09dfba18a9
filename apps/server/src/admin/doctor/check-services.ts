import { z } from 'zod';
import type { Config } from '../../start/config.ts';
import { isThisMachine } from '../../http/this-machine.ts';
import { ask, type Asked } from '../../monitoring/ask.ts';
import { clockFinding } from './clock-finding.ts';
import { fine, look, wrong, type Finding } from '../../monitoring/finding.ts';
import { parsed } from '../../monitoring/parsed.ts';

/** One address of each push service. Windows has one for each of its regions. */
export const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://wns2-par02p.notify.windows.com',
];

const discovery = z.object({ issuer: z.string() });

/** Asks the services that the settings name: the issuer, the bank providers and the push services. */
export async function checkServices(
  config: Config,
  pushServices: readonly string[] = PUSH_SERVICES,
): Promise<Finding[]> {
  return (
    await Promise.all([
      checkIssuer(config),
      ...config.providers.map((provider) => provider.check()),
      checkPush(config, pushServices),
    ])
  ).flat();
}

async function checkIssuer({ oidc }: Config): Promise<Finding[]> {
  if (!oidc) return [fine('login', 'Oinkly’s own log-in pages.')];
  const { issuer } = oidc;
  const url = new URL(`${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const answer = await ask(url);
  if ('reason' in answer) return [wrong('login', `${url.href} can’t be reached (${answer.reason}).`)];
  const named = discovery.safeParse(parsed(answer.body)).data?.issuer;
  if (answer.status !== 200 || named === undefined) {
    return [wrong('login', `${url.href} answers with ${answer.status} and no issuer: check OIDC_ISSUER.`)];
  }
  // The issuer's name must equal the setting, except that `URL` adds a slash to a bare host.
  const isSame = named === issuer.href || `${named}/` === issuer.href;
  return [
    isSame
      ? fine('login', `${issuer.host} answers.`)
      : wrong('login', `The issuer calls itself ${named}: set OIDC_ISSUER to exactly that.`),
    ...(answer.at ? [clockFinding(issuer.host, answer.at, answer.receivedAt)] : []),
  ];
}

async function checkPush(config: Config, services: readonly string[]): Promise<Finding[]> {
  const { oidc, databaseUrl } = config;
  const answers = await Promise.all(
    services.map(async (origin): Promise<[string, Asked]> => [
      new URL(origin).host,
      await ask(new URL(origin)),
    ]),
  );
  const lost = answers.filter(([, answer]) => 'reason' in answer).map(([host]) => host);
  return [
    lost.length === 0
      ? fine('notifications', 'The push services can be reached.')
      : look(
          'notifications',
          `${lost.join(', ')} can’t be reached, so some devices get no notifications: allow port 443.`,
        ),
    ...contactFinding(config),
    // Otherwise, another machine's clock is compared already.
    ...(oidc || databaseUrl ? [] : [clockFindingOf(answers)]),
  ];
}

/** Nothing while only this machine uses the server, or without https, which notifications need. */
function contactFinding({ push, publicUrl }: Config): Finding[] {
  if (push.isReachable || publicUrl.protocol !== 'https:' || isThisMachine(publicUrl.hostname)) return [];
  return [
    look(
      'notifications',
      `Push services may refuse notifications: they get ${push.address} to reach you. Set SUPPORT_EMAIL to an address that you read.`,
    ),
  ];
}

function clockFindingOf(answers: readonly [string, Asked][]): Finding {
  for (const [host, answer] of answers) {
    if ('at' in answer && answer.at) return clockFinding(host, answer.at, answer.receivedAt);
  }
  return look('clock', 'No other machine could be asked for the time: compare it yourself.');
}
