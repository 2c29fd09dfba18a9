import { ImportPage } from '../../features/import/import-page.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function ImportScreen() {
  return (
    <>
      <BackLink href="/expenses">Back to expenses</BackLink>
      <PageHeading title="Import expenses" />
      <ImportPage />
    </>
  );
}
