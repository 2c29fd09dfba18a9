import type { Rule } from '@oinkly/contract/rules';
import { expenseCategoryOf } from './expense-category.ts';
import type { RuleOffer } from './rules.service.ts';

export function presentRule({ merchantKey, merchant, name, category, isCounted }: RuleOffer): Rule {
  return {
    merchantKey,
    merchant,
    name,
    category: category === null ? null : expenseCategoryOf({ category }),
    counted: isCounted,
  };
}
