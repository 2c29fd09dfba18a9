import { SeenByFriends } from '../../features/friends/seen-by-friends.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

/** What friends see of the user (PD-105). */
export default function SeenScreen() {
  return (
    <>
      <BackLink href="/friends">Back to friends</BackLink>
      <PageHeading title="What friends see" />
      <p className="mt-2 text-pretty text-ink-soft">
        What each friend and guest was last sent about you: for a friend’s board, pacts and list of friends,
        and for a guest’s page. It’s recorded when it’s sent, and deleted when the friendship ends or the
        guest leaves. There’s never an amount, a budget or a merchant in it.
      </p>
      <p className="mt-2 text-pretty text-ink-soft">
        Notifications give your name when you join, or propose or agree to a pact. On Sunday evening, partners
        of a pact are told if you’re both within budget that week. Pictures and pages of a friend’s circle
        show your check marks, and your name only if you agreed.
      </p>
      <SeenByFriends />
    </>
  );
}
