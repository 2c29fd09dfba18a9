export function displayName(fullName: string | null): string {
  return fullName ?? 'Someone new';
}
