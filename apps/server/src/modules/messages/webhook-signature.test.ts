import { expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './webhook-signature.ts';

test('signs like the libraries of Standard Webhooks [SEC-35]', () => {
  // The example in their own tests.
  const content = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  };
  expect(signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', content)).toEqual({
    'webhook-id': content.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('each secret is 256 random bits in the form that the libraries take [SEC-35]', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
