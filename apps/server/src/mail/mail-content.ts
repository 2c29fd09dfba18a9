import { PRODUCT_NAME } from '@oinkly/contract/product';
import { escapeHtml } from '../http/escape-html.ts';

/** Plain sentences: the mail has no pictures and follows no reader. */
export interface MailContent {
  /** Never has an amount, because locked screens show it. */
  subject: string;
  paragraphs: readonly string[];
  link?: MailLink;
  secondLink?: MailLink;
  /** Smaller, below the link. */
  notes?: readonly string[];
  /** A page that ends such mails, and takes a POST from a mail program (RFC 8058). */
  unsubscribeUrl?: URL;
}

interface MailLink {
  label: string;
  url: URL;
}

/** For terminals of 80 columns. */
const LONGEST_LINE = 76;

export function textOf(content: MailContent, publicUrl: URL): string {
  const { paragraphs, notes = [], unsubscribeUrl } = content;
  const parts = [
    ...paragraphs.map(wrap),
    ...linksOf(content).map(({ label, url }) => `${label}:\n${url.href}`),
    ...notes.map(wrap),
    ...(unsubscribeUrl ? [`Unsubscribe:\n${unsubscribeUrl.href}`] : []),
  ];
  return `${parts.join('\n\n')}\n\n-- \n${PRODUCT_NAME}\n${publicUrl.origin}\n`;
}

/** Breaks lines at spaces. A longer word stays whole. */
function wrap(text: string): string {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}

/** The text's twin, with links to click. */
export function htmlOf(content: MailContent, publicUrl: URL): string {
  const { paragraphs, notes = [], unsubscribeUrl } = content;
  const lines = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...linksOf(content).map((link) => `<p>${anchorOf(link)}</p>`),
    ...notes.map((text) => `<p><small>${escapeHtml(text)}</small></p>`),
    ...(unsubscribeUrl
      ? [`<p><small>${anchorOf({ label: 'Unsubscribe', url: unsubscribeUrl })}</small></p>`]
      : []),
    `<p><small>${PRODUCT_NAME}, ${anchorOf({ label: publicUrl.host, url: publicUrl })}</small></p>`,
  ];
  return `<!doctype html>\n<html lang="en"><body style="font-family: sans-serif">\n${lines.join('\n')}\n</body></html>\n`;
}

function linksOf({ link, secondLink }: MailContent): MailLink[] {
  return [link, secondLink].filter((one) => one !== undefined);
}

function anchorOf({ label, url }: MailLink): string {
  return `<a href="${escapeHtml(url.href)}">${escapeHtml(label)}</a>`;
}
