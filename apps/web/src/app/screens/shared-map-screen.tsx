import { sharedMapQuery } from '../../features/sharing/share-queries.ts';
import { SharedMapPage } from '../../features/sharing/shared-map-page.tsx';
import type { Loader } from '../../shared/http/loader.ts';
import { nameInPath, useNameInPath } from './name-in-path.ts';

export const loader: Loader = (queryClient, { path }) => [
  queryClient.query(sharedMapQuery(nameInPath(path))),
];

/** A user's map, open to everyone with its link (PD-28). */
export default function SharedMapScreen() {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <SharedMapPage token={useNameInPath()} />
    </main>
  );
}
