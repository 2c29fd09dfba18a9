import { createHmac, timingSafeEqual } from 'node:crypto';

/* RFC 6238 with what all apps know: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that a phone's clock may be off (RFC 6238 5.2). */
const TOLERANCE = 1;

export function stepOf(time: Date): number {
  return Math.floor(time.getTime() / STEP_MS);
}

/** HOTP of RFC 4226 5.3. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** Returns the step nearest to `now` that has this code; undefined if none within the tolerance has. */
export function findStep(
  secret: Buffer,
  code: string,
  { now, tolerance = TOLERANCE }: { now: Date; tolerance?: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = stepOf(now);
  for (let distance = 0; distance <= tolerance; distance += 1) {
    for (const step of [current - distance, current + distance]) {
      if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code))) return step;
    }
  }
  return undefined;
}

/** Returns how far a clock that shows the code is ahead of `now`; undefined if it is off by more than an hour. */
export function findClockError(secret: Buffer, code: string, now: Date): number | undefined {
  const step = findStep(secret, code, { now, tolerance: 120 });
  return step === undefined ? undefined : (step - stepOf(now)) * STEP_MS;
}
