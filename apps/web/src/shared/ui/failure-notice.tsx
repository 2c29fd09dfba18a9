import { PLUG } from '@oinkly/artwork/pig';
import { Button } from './button.tsx';
import { Pig } from './pig.tsx';

export function FailureNotice({
  message,
  isBusy = false,
  onRetry,
}: {
  message: string;
  /** Whether it is being tried again. */
  isBusy?: boolean;
  onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-medium border border-line bg-card p-4"
    >
      <p className="min-w-0 flex-[1_1_10rem]">{message}</p>
      <Button look="quiet" className="flex-none" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** For a whole screen or card that is missing. */
export function FailurePicture({
  message,
  onRetry,
  className = '',
}: {
  message: string;
  onRetry: () => void;
  className?: string;
}) {
  return (
    <div role="alert" className={`flex flex-col items-center text-center ${className}`}>
      <Pig mood="worried" prop={PLUG} width={112} />
      <p className="mt-4 mb-3">{message}</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
