import { RulesList } from '../../features/expenses/rules/rules-list.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function RulesScreen() {
  return (
    <>
      <BackLink href="/expenses">Back to expenses</BackLink>
      <PageHeading title="Rules" />
      <p className="mt-2 text-pretty text-ink-soft">
        Rules sort new purchases from your bank. Earlier ones change only if you ask.
      </p>
      <RulesList />
    </>
  );
}
