import type { Rule } from '@oinkly/contract/rules';
import { isCategory } from '../expense-form.ts';

/** A rule as its fields hold it; empty for what the bank decides. */
export interface RuleDraft {
  merchant: string;
  name: string;
  category: string;
  counted: '' | 'yes' | 'no';
}

export const NEW_RULE: RuleDraft = { merchant: '', name: '', category: '', counted: '' };

export function draftOf({ merchant, name, category, counted }: Rule): RuleDraft {
  return {
    merchant,
    name: name ?? '',
    category: category ?? '',
    counted: counted === null ? '' : counted ? 'yes' : 'no',
  };
}

export function settingsOf({
  name,
  category,
  counted,
}: RuleDraft): Pick<Rule, 'name' | 'category' | 'counted'> {
  return {
    name: name.trim() || null,
    category: isCategory(category) ? category : null,
    counted: counted === '' ? null : counted === 'yes',
  };
}

export function countedChoice(value: string): RuleDraft['counted'] {
  return value === 'yes' || value === 'no' ? value : '';
}
