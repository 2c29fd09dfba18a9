import { Pig } from '../shared/ui/pig.tsx';

/** Shown until the user is known (RT-11), if that takes long. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh animate-appear place-content-center justify-items-center gap-5 px-5">
      <Pig mood="asleep" width={132} className="animate-breathe" />
      <div role="status">
        <h1 className="text-ink-soft">Loading your piggy bank...</h1>
      </div>
    </main>
  );
}
