import { SharedMapPage } from '../../features/sharing/shared-map-page.tsx';
import { useNameInPath } from './name-in-path.ts';

/** A user's map, open to everyone with its link (PD-28). */
export default function SharedMapScreen() {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <SharedMapPage token={useNameInPath()} />
    </main>
  );
}
