import type { Rule } from '@oinkly/contract/rules';

const listOf = new Intl.ListFormat('en-US');

/** What a rule does: 'Name it “Groceries run” and file it under Groceries.' */
export function ruleWords({ name, category, counted }: Rule): string {
  const words = listOf.format([
    ...(name === null ? [] : [`name it “${name}”`]),
    ...(category === null ? [] : [`file it under ${category}`]),
    ...(counted === null ? [] : [counted ? 'count it' : 'don’t count it']),
  ]);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
