import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import { BellLink } from '../../shared/ui/bell-link.tsx';
import { TextLink } from '../../shared/ui/button.tsx';

/** The product's name with its tagline, the link to the account (DB-2), and the bell. */
export function DashboardHeader({ unread }: { unread: number }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-2 pt-4 pb-3.5">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="font-soft text-title font-bold tracking-title">{PRODUCT_NAME}</p>
        <p className="text-small text-ink-soft">{TAGLINE}</p>
      </div>
      <div className="-mr-2.5 flex flex-none items-center gap-x-2">
        <TextLink href="/my-account">My account</TextLink>
        <BellLink unread={unread} />
      </div>
    </header>
  );
}
