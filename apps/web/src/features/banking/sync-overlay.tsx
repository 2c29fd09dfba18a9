import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { ProgressBar } from '../../shared/ui/progress-bar.tsx';
import type { ConnectionSync } from './accounts-query.ts';
import { isFinished, stageText } from './sync-status.ts';

const STEP_MS = 1500;
/** How long the last step stays before the overlay closes. */
const CLOSE_AFTER_MS = 2000;

/** The steps of section 4, each a fifth of the total. */
const STEPS = [
  'Connecting to the bank-data API...',
  'Fetching transactions...',
  'Processing...',
  'Saving...',
  'Sync completed successfully!',
];
const LAST_STEP = STEPS.length;

const STEP_OF_STAGE: Partial<Record<NonNullable<ConnectionSync['stage']>, number>> = {
  fetching: 2,
  processing: 3,
  saving: 4,
};

/** SY-1, SY-2. Never ahead of the server (PD-40). A failure stops it and shows what worked until it is closed. */
export function SyncOverlay({
  connections,
  onLeave,
}: {
  connections: readonly ConnectionSync[];
  onLeave: () => void;
}) {
  const hasFailed = connections.some(({ stage }) => stage === 'failed') && connections.every(isFinished);
  const step = useSteps(hasFailed ? 1 : reachedStep(connections));
  const isDone = step === LAST_STEP;
  // The slowest step so far is the bank's.
  const isPreparing =
    step === STEP_OF_STAGE.processing && connections.some(({ stage }) => stage === 'processing');
  const percent = step * (100 / LAST_STEP);

  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(leave, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  return (
    <Dialog
      open
      onOpenChange={onLeave}
      title={hasFailed ? 'The import didn’t finish' : 'Importing this year'}
    >
      {hasFailed ? (
        <Outcomes connections={connections} />
      ) : (
        <div className="flex flex-col items-center">
          <Pig mood={isDone ? 'proud' : 'content'} width={120} className="mb-4" />
          <p role="status" className="mb-3 text-center font-bold">
            {isPreparing ? 'Your bank is preparing your transactions...' : STEPS[step - 1]}
          </p>
          <ProgressBar label="Import progress" percent={percent} />
          <p className="mt-2 tabular-nums text-small text-ink-soft">
            {isDone ? importedWords(connections) : `${percent}%`}
          </p>
        </div>
      )}
      <Button look="secondary" className="mt-5 w-full" onClick={onLeave}>
        {hasFailed || isDone ? 'Close' : 'Continue in background'}
      </Button>
    </Dialog>
  );
}

function importedWords(connections: readonly ConnectionSync[]): string {
  const count = connections.reduce((sum, { imported }) => sum + imported, 0);
  if (count === 0) return 'Nothing new';
  return count === 1 ? '1 new purchase' : `${count.toLocaleString('en-US')} new purchases`;
}

function Outcomes({ connections }: { connections: readonly ConnectionSync[] }) {
  return (
    <div role="alert">
      <ul className="flex flex-col gap-3">
        {connections.map((connection) => {
          const isFailed = connection.stage === 'failed';
          const Icon = isFailed ? CircleX : CircleCheck;
          return (
            <li key={connection.item_id} className="flex gap-3">
              <Icon
                size={20}
                aria-hidden="true"
                className={`mt-0.5 flex-none ${isFailed ? 'text-over-text' : 'text-under-text'}`}
              />
              <div className="min-w-0">
                <p className="font-bold wrap-anywhere">{connection.institution_name}</p>
                <p className="text-small text-ink-soft">
                  {isFailed ? (connection.error ?? 'Failed to sync transactions') : stageText(connection)}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The step of the slowest bank, from 1. The last step only when all are done. */
function reachedStep(connections: readonly ConnectionSync[]): number {
  if (connections.length === 0) return 1;
  return Math.min(
    ...connections.map((connection) =>
      isFinished(connection)
        ? LAST_STEP
        : connection.stage === null
          ? 1
          : (STEP_OF_STAGE[connection.stage] ?? 1),
    ),
  );
}

function useSteps(reached: number): number {
  const [step, setStep] = useState(1);
  const advance = useEffectEvent(() => setStep((shown) => Math.max(shown, Math.min(shown + 1, reached))));
  useEffect(() => {
    const timer = setInterval(advance, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return step;
}
