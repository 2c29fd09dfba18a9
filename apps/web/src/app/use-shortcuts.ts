import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { areShortcutsOn } from '../shared/shortcut-setting.ts';
import { FIND_AN_EXPENSE } from '../shared/hooks/find-an-expense.ts';

/** Handles single keys, except while typing or in a dialog. */
export function useShortcuts({ add, help }: { add: () => void; help: () => void }): void {
  const [, navigate] = useLocation();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areShortcutsOn()) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return;
    const actions: Record<string, (() => void) | undefined> = {
      n: add,
      '/': () => navigate('/expenses', { state: FIND_AN_EXPENSE }),
      '?': help,
    };
    const run = actions[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
