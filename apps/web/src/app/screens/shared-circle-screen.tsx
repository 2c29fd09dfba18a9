import type { SharedCircle } from '@oinkly/contract/sharing';
import { circleRowName } from '@oinkly/domain/shared-circle';
import { KeptBoard } from '../../features/leaderboard/kept-board.tsx';
import { sharedCircleQuery } from '../../features/sharing/share-queries.ts';
import { SharedCirclePage } from '../../features/sharing/shared-circle-page.tsx';
import type { Loader } from '../../shared/http/loader.ts';
import { nameInPath, useNameInPath } from './name-in-path.ts';

export const loader: Loader = (queryClient, { path }) => [
  queryClient.query(sharedCircleQuery(nameInPath(path))),
];

/** A user's circle, open to everyone with its link (PD-107). */
export default function SharedCircleScreen() {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <SharedCirclePage
        token={useNameInPath()}
        showMarks={(circle) => <KeptBoard kept={keptWeeksOf(circle)} isPublic />}
      />
    </main>
  );
}

function keptWeeksOf({ weekStarts, rows }: SharedCircle) {
  return {
    weekStarts,
    users: rows.map((row, index) => ({
      userId: String(index),
      name: circleRowName(row, 'page'),
      isCurrentUser: false,
      isGuest: false,
      promisedWeek: null,
      kept: row.kept,
    })),
  };
}
