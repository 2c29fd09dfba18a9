import { useEffect, useEffectEvent } from 'react';
import type { OnboardingStep } from './step-frame.tsx';

interface Entry {
  step: OnboardingStep;
  /** Moves since the wizard opened. */
  moves: number;
}

/** Gives each move a history entry, so that Back shows the step before it. */
export function useStepHistory(
  startAt: OnboardingStep,
  show: (step: OnboardingStep) => void,
): (next: OnboardingStep) => void {
  const showEntry = useEffectEvent(() => show(entryNow()?.step ?? startAt));
  useEffect(() => {
    const listen = () => showEntry();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
  return (next) => {
    const entry: Entry = { step: next, moves: (entryNow()?.moves ?? 0) + 1 };
    window.history.pushState({ onboarding: entry }, '');
    show(next);
  };
}

/** Returns to the entry where the wizard opened, so that Back doesn't lead through its steps later. */
export function leaveStepHistory(then: () => void): void {
  const moves = entryNow()?.moves ?? 0;
  if (moves === 0) {
    then();
    return;
  }
  window.addEventListener('popstate', then, { once: true });
  window.history.go(-moves);
}

function entryNow(): Entry | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('onboarding' in state)) return null;
  // Only this file writes it.
  return state.onboarding as Entry;
}
