import type { ReactNode } from 'react';

/** How many toasts are visible at a time (ER-5). */
const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept before it is forgotten. */
const TOAST_REMOVE_DELAY = 1_000_000;
/** How long a toast stands unless it says otherwise. */
export const TOAST_DURATION_MS = 5000;

/** What a toast says. */
export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** `problem` when something did not work; `good` is the default. */
  tone?: 'good' | 'problem';
  durationMs?: number;
  /** A button that does what would otherwise happen by itself, or takes something back. */
  action?: { label: string; run: () => void };
  /** A small picture beside the words. */
  picture?: ReactNode;
}

/** A toast in the list; `open` turns false when it is dismissed. */
export interface ToastEntry extends ToastContent {
  id: number;
  open: boolean;
}

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows a toast in place of the one that stands, and answers its id. */
export function toast(content: ToastContent): number {
  const id = ++lastId;
  change([{ ...content, id, open: true }, ...entries].slice(0, TOAST_LIMIT));
  return id;
}

/** Closes a toast; it is forgotten later, so that it can leave with its motion. */
export function dismissToast(id: number): void {
  change(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (removals.has(id)) return;
  const removal = setTimeout(() => {
    removals.delete(id);
    change(entries.filter((entry) => entry.id !== id));
  }, TOAST_REMOVE_DELAY);
  removals.set(id, removal);
}

/** Closes whatever stands: what it said belongs to a screen that is left. */
export function dismissToasts(): void {
  for (const { id } of entries) dismissToast(id);
}

/** The toasts that are kept, newest first. */
export function currentToasts(): readonly ToastEntry[] {
  return entries;
}

/** Calls `listener` after each change until the answered function is called. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}
