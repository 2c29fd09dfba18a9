import type { User } from '@oinkly/contract/account';
import { useEffect, useState } from 'react';
import { AccountPages } from '../../features/account/account-pages.tsx';
import { DeleteAccountDialog } from '../../features/account/delete-account-dialog.tsx';
import { takeContinuation } from '../../shared/http/recent-login.ts';
import { downloadEverything } from '../../features/account/export-data.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { ThemeChoice } from '../../features/account/theme-choice.tsx';
import { useRecentLogin } from '../../shared/ui/use-recent-login.ts';
import { BankAccounts } from '../../features/banking/bank-accounts.tsx';
import { useOutbox } from '../../features/expenses/outbox/use-outbox.ts';
import { urlOf } from '../../shared/http/call.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { useSignOut } from '../use-sign-out.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

export default function MyAccountScreen({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const askToDelete = useRecentLogin('delete', () => setIsDeleting(true));
  const { mutate: askForTheWord } = askToDelete;
  useEffect(() => {
    // Strict mode runs this twice.
    const then = takeContinuation();
    if (then === 'delete') askForTheWord();
    else if (then === 'export') downloadEverything();
  }, [askForTheWord]);
  const { askFirst, signOutHere, question } = useSignOut();
  const waitingCount = useOutbox().filter(({ isWaiting }) => isWaiting).length;
  return (
    <>
      <BackLink href="/">Back to home</BackLink>
      <PageHeading title="My Account" />
      <ProfileForm user={user} />
      <section className="mt-10" aria-labelledby="bank-accounts">
        <SectionHeading id="bank-accounts">Bank Accounts</SectionHeading>
        <BankAccounts headingLevel="h3" />
      </section>
      <AccountPages unread={user.unreadNotifications} />
      <ThemeChoice />
      <div className="mt-10 flex flex-col gap-3 border-t border-dashed border-line pt-6">
        {waitingCount > 0 && (
          <p className="text-small text-pretty text-ink-soft">
            {waitingCount === 1
              ? '1 change isn’t synced yet. You can send it before you sign out.'
              : `${waitingCount} changes aren’t synced yet. You can send them before you sign out.`}
          </p>
        )}
        <a
          href={urlOf('logout')}
          className={buttonClass('secondary')}
          onClick={(event) => {
            event.preventDefault();
            askFirst(signOutHere);
          }}
        >
          Sign Out
        </a>
        <Button look="danger" isBusy={askToDelete.isPending} onClick={() => askForTheWord()}>
          Delete Account
        </Button>
      </div>
      {question}
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </>
  );
}
