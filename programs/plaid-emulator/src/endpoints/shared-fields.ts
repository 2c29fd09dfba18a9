import { z } from 'zod';
import { supportedProducts } from '../institutions.ts';
import { PlaidError } from '../plaid-error.ts';

/** Schema `CountryCode`. */
export const countryCodes = z
  .array(
    z.enum([
      'US',
      'GB',
      'ES',
      'NL',
      'FR',
      'IE',
      'CA',
      'DE',
      'IT',
      'PL',
      'DK',
      'NO',
      'SE',
      'EE',
      'LT',
      'LV',
      'PT',
      'BE',
      'AT',
      'FI',
    ]),
  )
  .min(1);

/** Schema `LinkTokenTransactions`. */
export const daysRequested = z.number().int().min(1).max(730).default(90);

export const accessToken = z.string().min(1);

/** Throws INVALID_PRODUCT. */
export function checkProducts(products: readonly string[]): void {
  const others = products.filter((product) => !supportedProducts.some((supported) => supported === product));
  if (others.length > 0) {
    throw new PlaidError(
      'INVALID_INPUT',
      'INVALID_PRODUCT',
      `client is not authorized to access the following products: ${JSON.stringify(others)}`,
    );
  }
}

/** Parses an absolute http(s) address. Throws INVALID_FIELD. */
export function checkWebAddress(field: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', `${field} must be a valid http or https URI`);
  }
  return url;
}
