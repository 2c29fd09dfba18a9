import { BankAccounts } from '../../features/banking/bank-accounts.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function AccountsScreen() {
  return (
    <>
      <BackLink href="/my-account">Back to my account</BackLink>
      <PageHeading title="Bank Accounts" className="mb-5 font-soft text-headline font-bold tracking-title" />
      <BankAccounts headingLevel="h2" />
    </>
  );
}
