/** What others read as a user's name: the name, or words for a user without one. */
export function displayName(fullName: string | null): string {
  return fullName ?? 'Someone new';
}
