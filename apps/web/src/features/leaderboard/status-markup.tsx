import { Fragment, type ReactNode } from 'react';

/** What a status message may hold besides text (PD-26). */
const ALLOWED = new Map<string, 'strong' | 'em'>([
  ['STRONG', 'strong'],
  ['EM', 'em'],
]);

/** Elements whose content was never meant to be read. */
const UNREADABLE = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'TITLE',
  'TEXTAREA',
  'svg',
  'math',
]);

/**
 * A status message with its emphasis (DB-7). It is safe by construction: the markup is parsed in a document that runs and loads
 * nothing, and what is shown is built anew from its text and plain `<strong>` and `<em>` elements. No attribute and no HTML string
 * ever reaches the page. Null when nothing readable is left.
 */
export function statusMarkup(status: string): ReactNode | null {
  const { body } = new DOMParser().parseFromString(status, 'text/html');
  return readableText(body).trim() === '' ? null : nodesOf(body);
}

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    if (!isReadable(node)) return null;
    const Tag = ALLOWED.get(node.nodeName) ?? Fragment;
    return <Tag key={index}>{nodesOf(node)}</Tag>;
  });
}

function readableText(parent: Node): string {
  return [...parent.childNodes]
    .map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
      return isReadable(node) ? readableText(node) : '';
    })
    .join('');
}

function isReadable(node: Node): boolean {
  return node.nodeType === Node.ELEMENT_NODE && !UNREADABLE.has(node.nodeName);
}
