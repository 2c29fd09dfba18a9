import { SharedMapPage } from '../../features/sharing/shared-map-page.tsx';
import { useNameInPath } from './name-in-path.ts';

/** Needs no login (PD-28). */
export default function SharedMapScreen() {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <SharedMapPage token={useNameInPath()} />
    </main>
  );
}
