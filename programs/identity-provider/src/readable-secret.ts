import { randomInt } from 'node:crypto';

/** Letters and digits without look-alikes. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 5;

/** Returns random groups of five signs, joined by hyphens: 24 bits each. */
export function readableSecret(groups: number): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
