import type { Day } from '@oinkly/domain/days';
import { splitPastedLines } from '@oinkly/domain/quick-entry';
import { toast } from '../../../shared/ui/toast-store.ts';

export const MAX_LINE_LENGTH = 300;
/** Longer texts are no list of expenses. */
export const MAX_TEXT_LENGTH = 10_000;

/**
 * Reads a text that was pasted, dropped or shared: one expense or a list of them. A list that is too long ends with a
 * whole line, and a line that is too long gives null, so that no amount is cut. A toast says so. Cost: n in the text.
 */
export function readText(text: string, today: Day): { line: string } | { lines: string[] } | null {
  const all = text.trim();
  const kept = all.length > MAX_TEXT_LENGTH ? wholeLinesOf(all) : all;
  const isList = /[\r\n]/.test(kept);
  if (kept === '' ? all !== '' : !isList && kept.length > MAX_LINE_LENGTH) {
    toast({
      title: 'This text is too long',
      description: `Try up to ${MAX_LINE_LENGTH} characters, or a list with one expense per line.`,
      tone: 'problem',
    });
    return null;
  }
  if (kept.length < all.length)
    toast({
      title: 'This list is too long',
      description: `We stopped after “${kept.split(/[\r\n]/).at(-1)}”. Add the rest afterward.`,
      tone: 'problem',
    });
  return isList ? { lines: splitPastedLines(kept, today) } : { line: kept };
}

/** Returns the lines before the limit; empty if the first one is longer. */
function wholeLinesOf(text: string): string {
  const end = Math.max(text.lastIndexOf('\n', MAX_TEXT_LENGTH), text.lastIndexOf('\r', MAX_TEXT_LENGTH));
  return text.slice(0, Math.max(end, 0)).trimEnd();
}
