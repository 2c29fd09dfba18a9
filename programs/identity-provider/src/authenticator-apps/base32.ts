/** RFC 4648 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes whole groups of five bytes, which need no padding. */
export function encodeBase32(bytes: Buffer): string {
  if (bytes.length % 5 !== 0) throw new RangeError(`${bytes.length} bytes would need padding`);
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (five) => ALPHABET.charAt(parseInt(five, 2)));
}
