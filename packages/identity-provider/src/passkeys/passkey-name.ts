/** What a new passkey is called until its owner says otherwise. */
export function suggestPasskeyName(
  isOnThisDevice: boolean,
  transports: readonly string[],
  userAgent: string,
): string {
  if (isOnThisDevice) return DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? 'My device';
  return transports.includes('hybrid') ? 'Phone or tablet' : 'Security key';
}

/** Signs of a device in what its browser calls itself; the first that fits counts. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android device'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows computer'],
  [/Linux/, 'Linux computer'],
];
