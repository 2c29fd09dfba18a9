/** 'Good morning' before 12:00, 'Good afternoon' before 17:00, else 'Good evening' (DB-3). `hour` is local, 0 to 23. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
