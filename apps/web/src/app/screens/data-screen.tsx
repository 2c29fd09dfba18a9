import { useEffect } from 'react';
import { takeContinuation } from '../../shared/http/recent-login.ts';
import { ExportBeforeDeletion } from '../../features/account/export-before-deletion.tsx';
import { downloadEverything } from '../../features/account/export-data.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function DataScreen() {
  useEffect(() => {
    // Strict mode runs this twice.
    if (takeContinuation() === 'export') downloadEverything();
  }, []);
  return (
    <>
      <BackLink href="/my-account">Back to my account</BackLink>
      <PageHeading title="Your data" />
      <ExportBeforeDeletion />
    </>
  );
}
