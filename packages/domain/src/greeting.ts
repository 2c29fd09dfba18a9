/** The greeting for a local hour from 0 to 23 (DB-3). */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
