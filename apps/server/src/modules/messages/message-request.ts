import type { MessageAttempt } from '@oinkly/contract/messages';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { dollarsFromCents } from '@oinkly/domain/money';
import { balanceOf } from '@oinkly/domain/week-balance';
import { recapAmounts } from '@oinkly/domain/week-recap';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import type { MessageTarget } from './message-target.ts';
import { signatureHeaders } from './webhook-signature.ts';

export interface Message {
  /** The same for every try. */
  id: string;
  kind: MessageAttempt['kind'];
  title: string;
  body: string;
  /** The page that it opens. */
  url: URL;
  createdAt: Date;
  /** Null unless its user chose amounts. */
  week: WeekSummary | null;
}

/** A POST. */
export interface MessageRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Whether only an answer of ntfy says that the message was taken. */
  isNtfy: boolean;
  /** What a server's answer may repeat and must not be kept. */
  secrets: readonly string[];
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': PRODUCT_NAME };

export function requestOf(target: MessageTarget, message: Message, sentAt: Date): MessageRequest {
  const url = new URL(target.url);
  if (target.type === 'webhook') {
    const body = JSON.stringify(webhookContent(message));
    const signature = signatureHeaders(target.secret, { id: message.id, sentAt, body });
    return { url, headers: { ...HEADERS, ...signature }, body, isNtfy: false, secrets: secretsIn(url) };
  }
  const { topic, token } = target;
  return {
    url,
    headers: { ...HEADERS, ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(ntfyContent(message, topic)),
    isNtfy: true,
    secrets: [topic, ...(token === null ? [] : [token])],
  };
}

/** Shorter parts of an address are words such as `api`. */
const SHORTEST_SECRET = 8;

/** A path and a query, and their longer parts, as they are and decoded. The longest come first. */
function secretsIn(url: URL): string[] {
  const { pathname, search, searchParams, username, password } = url;
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()];
  const long = parts.filter(({ length }) => length >= SHORTEST_SECRET);
  const all = [pathname, search, ...long]
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length > 1);
  return [...new Set(all)].toSorted((a, b) => b.length - a.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Amounts in dollars. */
function webhookContent({ id, kind, title, body, url, createdAt, week }: Message) {
  return {
    id,
    kind,
    title,
    body,
    url: url.href,
    time: createdAt.toISOString(),
    ...(week && { week: presentWeek(week) }),
  };
}

function presentWeek(week: WeekSummary) {
  const { leftCents, overCents } = balanceOf(week);
  return {
    monday: week.start,
    sunday: week.end,
    budget: dollarsFromCents(week.budgetCents),
    spent: dollarsFromCents(week.spentCents),
    left: dollarsFromCents(leftCents),
    over: dollarsFromCents(overCents),
  };
}

/** Of docs.ntfy.sh/publish. */
function ntfyContent({ kind, title, body, url, week }: Message, topic: string) {
  return {
    topic,
    title,
    message: week ? `${body} ${amountsOf(week)}` : body,
    click: url.href,
    tags: ['pig', kind],
  };
}

function amountsOf(week: WeekSummary): string {
  const { spent, budget, difference } = recapAmounts(week);
  return `${spent} of ${budget}, ${difference}.`;
}
