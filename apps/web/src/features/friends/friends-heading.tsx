import { PageHeading } from '../../shared/ui/page-heading.tsx';

/** The build also draws it into the HTML, so its imports are few. */
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
