import { expect, test } from 'vitest';
import { suggestPasskeyName } from './passkey-name.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test.each([
  [true, ['internal'], ANDROID, 'Android device'],
  [true, ['internal', 'hybrid'], 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'iPhone'],
  [true, ['internal'], 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', 'Linux computer'],
  [true, ['internal'], 'curl', 'My device'],
  [false, ['hybrid'], ANDROID, 'Phone or tablet'],
  [false, ['usb', 'nfc'], ANDROID, 'Security key'],
])('a passkey on this device: %s, by %j, from %s is called %s', (isHere, transports, userAgent, name) => {
  expect(suggestPasskeyName(isHere, transports, userAgent)).toBe(name);
});
