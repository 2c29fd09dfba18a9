import { PLUG } from '@oinkly/artwork/pig';
import { Button } from '../shared/ui/button.tsx';
import { PigPage } from '../shared/ui/pig-page.tsx';

/** Shown when the whole page cannot load. Being signed out is no failure. */
export function FailureScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <PigPage
        mood="worried"
        prop={PLUG}
        title="We can’t reach your piggy bank"
        text="Check your connection and try again. Nothing is lost."
      >
        <Button onClick={onRetry}>Try again</Button>
      </PigPage>
    </main>
  );
}
