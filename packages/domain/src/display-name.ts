/** What others read in the place of a person's name: the name, or words for somebody who has not told it yet. */
export function displayName(fullName: string | null): string {
  return fullName ?? 'Someone new';
}
