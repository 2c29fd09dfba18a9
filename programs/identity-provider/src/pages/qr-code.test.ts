import { expect, test } from 'vitest';
import { isEmail } from '../email-address.ts';
import { qrCode } from './qr-code.ts';

test('the key of an account with the longest email fits into a QR code [PD-116]', () => {
  const email = `${'\u6f22'.repeat(64)}@${'\u6f22'.repeat(185)}.com`;
  expect([email.length, isEmail(email)]).toEqual([254, true]);
  const uri = `otpauth://totp/Oinkly:${encodeURIComponent(email)}?secret=${'A'.repeat(32)}&issuer=Oinkly`;
  expect(qrCode(uri, 'QR code').text).toContain('<path');
});
