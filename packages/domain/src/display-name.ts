/** The name that other users see, with a fallback for a user without one. */
export function displayName(fullName: string | null): string {
  return fullName ?? 'Someone new';
}
