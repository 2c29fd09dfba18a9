export function suggestPasskeyName(
  isOnThisDevice: boolean,
  transports: readonly string[],
  userAgent: string,
): string {
  if (isOnThisDevice) return DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? 'My device';
  return transports.includes('hybrid') ? 'Phone or tablet' : 'Security key';
}

/** User agents; the first match counts. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android device'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows computer'],
  [/Linux/, 'Linux computer'],
];
