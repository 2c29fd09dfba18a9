import type { ReactNode } from 'react';

const TOAST_LIMIT = 1;
/** Milliseconds until a dismissed toast is forgotten. */
const TOAST_REMOVE_DELAY = 1_000_000;
export const TOAST_DURATION_MS = 5000;
/** How long a toast offers to undo or repeat something. */
export const UNDO_MS = 10_000;

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** `good` is the default. */
  tone?: 'good' | 'problem';
  durationMs?: number;
  /** Undoes something, or does at once what would happen anyway. */
  action?: ToastAction;
  /** Beside the first one, below a description. */
  secondAction?: ToastAction | undefined;
  picture?: ReactNode;
}

export interface ToastEntry extends ToastContent {
  id: number;
  open: boolean;
}

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

export function toast(content: ToastContent): number {
  const id = ++lastId;
  change([{ ...content, id, open: true }, ...entries].slice(0, TOAST_LIMIT));
  return id;
}

/** Closes a toast; it stays in the list for its exit motion. */
export function dismissToast(id: number): void {
  change(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (removals.has(id)) return;
  const removal = setTimeout(() => {
    removals.delete(id);
    change(entries.filter((entry) => entry.id !== id));
  }, TOAST_REMOVE_DELAY);
  removals.set(id, removal);
}

export function dismissToasts(): void {
  for (const { id } of entries) dismissToast(id);
}

export function currentToasts(): readonly ToastEntry[] {
  return entries;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}
