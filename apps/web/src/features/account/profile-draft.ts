import { useSyncExternalStore } from 'react';

const DRAFT_KEY = 'oinkly.profile-draft';

export interface ProfileValues {
  fullName: string;
  weeklyBudget: string;
  countFixedBills: boolean;
}

export function readProfileDraft(userId: string): Partial<ProfileValues> {
  const text = window.sessionStorage.getItem(DRAFT_KEY);
  if (text === null) return {};
  const draft = JSON.parse(text) as { userId: string; json: string };
  return draft.userId === userId ? (JSON.parse(draft.json) as Partial<ProfileValues>) : {};
}

/** False while the page still shows what the server drew, which knows no drafts. */
export function useHasProfileDraft(userId: string): boolean {
  return useSyncExternalStore(
    hearNothing,
    () => Object.keys(readProfileDraft(userId)).length > 0,
    () => false,
  );
}

/** The draft changes only on another screen. */
function hearNothing(): () => void {
  return () => undefined;
}

/** Keeps unsaved edits across links, Back and a reload; null deletes them. */
export function storeProfileDraft(userId: string, json: string | null): void {
  if (json === null) window.sessionStorage.removeItem(DRAFT_KEY);
  else window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ userId, json }));
}
