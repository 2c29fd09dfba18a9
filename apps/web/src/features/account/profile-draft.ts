const DRAFT_KEY = 'oinkly.profile-draft';

/** The values of the profile form. */
export interface ProfileValues {
  fullName: string;
  weeklyBudget: string;
  countFixedBills: boolean;
}

/** The user's unsaved edits in this tab. */
export function readProfileDraft(userId: string): Partial<ProfileValues> {
  const text = window.sessionStorage.getItem(DRAFT_KEY);
  if (text === null) return {};
  // Only `keepProfileDraft` writes it.
  const draft = JSON.parse(text) as { userId: string; json: string };
  return draft.userId === userId ? (JSON.parse(draft.json) as Partial<ProfileValues>) : {};
}

/** Keeps unsaved edits across links, Back and a reload; null deletes them. */
export function keepProfileDraft(userId: string, json: string | null): void {
  if (json === null) window.sessionStorage.removeItem(DRAFT_KEY);
  else window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ userId, json }));
}
