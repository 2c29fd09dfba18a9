import { PageHeading } from '../../shared/ui/page-heading.tsx';

export function FriendsHeading() {
  return (
    <>
      <PageHeading title="Friends" />
      <p className="mt-2 text-pretty text-ink-soft">
        Friends see each other&rsquo;s place on the board, never an amount.
      </p>
    </>
  );
}
