import { BankAccounts } from '../../features/banking/bank-accounts.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function AccountsScreen() {
  return (
    <>
      <PageHeading title="Bank Accounts" className="mb-5 font-soft text-headline font-bold tracking-title" />
      <BankAccounts headingLevel="h2" />
    </>
  );
}
