import { ArrowLeft } from 'lucide-react';
import { ImportPage } from '../../features/import/import-page.tsx';
import { TextLink } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function ImportScreen() {
  return (
    <>
      <TextLink href="/expenses" className="gap-1.5 text-small">
        <ArrowLeft size={16} aria-hidden="true" />
        Back to expenses
      </TextLink>
      <PageHeading title="Import expenses" />
      <ImportPage />
    </>
  );
}
