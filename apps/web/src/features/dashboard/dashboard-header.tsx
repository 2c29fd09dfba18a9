import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import { TextLink } from '../../shared/ui/button.tsx';

/** The product's name with its tagline, and the link to the account (DB-2). */
export function DashboardHeader() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-2 pt-4 pb-3.5">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="font-soft text-title font-bold tracking-title">{PRODUCT_NAME}</p>
        <p className="text-small text-ink-soft">{TAGLINE}</p>
      </div>
      <TextLink href="/my-account" className="flex-none">
        My account
      </TextLink>
    </header>
  );
}
