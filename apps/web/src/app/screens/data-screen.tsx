import { useEffect } from 'react';
import { BackToAccount } from '../../features/account/back-to-account.tsx';
import { takeContinuation } from '../../features/account/recent-login.ts';
import { TakeAlong } from '../../features/account/take-along.tsx';
import { downloadEverything } from '../../features/account/take-everything.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function DataScreen() {
  useEffect(() => {
    // Strict mode runs this twice.
    if (takeContinuation() === 'export') downloadEverything();
  }, []);
  return (
    <>
      <BackToAccount />
      <PageHeading title="Your data" />
      <TakeAlong />
    </>
  );
}
