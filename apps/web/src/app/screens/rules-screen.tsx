import { RulesList } from '../../features/expenses/rules-list.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function RulesScreen() {
  return (
    <>
      <BackLink href="/expenses">Back to expenses</BackLink>
      <PageHeading title="Rules" />
      <p className="mt-2 text-pretty text-ink-soft">
        A rule applies to new purchases that your bank sends. Expenses you already have stay as they are.
      </p>
      <RulesList />
    </>
  );
}
