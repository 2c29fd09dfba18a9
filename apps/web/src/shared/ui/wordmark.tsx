import { PRODUCT_NAME } from '@oinkly/contract/product';
import { Link } from 'wouter';

export function Wordmark() {
  return (
    <Link
      href="/"
      className="inline-flex min-h-11 items-center font-soft text-title font-bold tracking-title text-ink no-underline"
    >
      {PRODUCT_NAME}
    </Link>
  );
}
