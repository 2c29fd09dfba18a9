import { PRODUCT_NAME } from '@oinkly/contract/product';
import { Link } from 'wouter';

/** What linking a bank agrees to. The server records it at the press. */
export function ConsentNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-small text-pretty text-ink-soft ${className}`}>
      By connecting a bank you agree to{' '}
      <Link href="/privacy" className="text-link">
        what {PRODUCT_NAME} keeps and who sees it
      </Link>
      .
    </p>
  );
}
