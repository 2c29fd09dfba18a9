import {
  Bell,
  ChevronRight,
  Download,
  ListChecks,
  ShieldCheck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'wouter';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

export function AccountPages({ unread }: { unread: number }) {
  return (
    <section className="mt-10" aria-labelledby="more">
      <SectionHeading id="more">More</SectionHeading>
      <ul className="rounded-medium border border-line bg-card">
        <Page
          href="/friends"
          icon={UsersRound}
          name="Friends and privacy"
          about="Your board, and who sees what"
        />
        <Page
          href="/notifications"
          icon={Bell}
          name="Notifications"
          about={unread > 0 ? `${unread} new` : 'What we notify you about'}
        />
        <Page href="/rules" icon={ListChecks} name="Rules" about="Categories for new purchases" />
        <Page
          href="/my-account/data"
          icon={Download}
          name="Your data"
          about="Export everything, or import a file"
        />
        <Page
          href="/my-account/security"
          icon={ShieldCheck}
          name="Security"
          about="Password, passkeys and logins"
        />
      </ul>
    </section>
  );
}

function Page({
  href,
  icon: Icon,
  name,
  about,
}: {
  href: string;
  icon: LucideIcon;
  name: string;
  about: string;
}) {
  return (
    <li className="border-line not-first:border-t">
      <Link
        href={href}
        className="flex min-h-14 items-center gap-3 px-inset py-2 text-ink no-underline hover:bg-pink-wash"
      >
        <Icon size={20} aria-hidden="true" className="text-pink-deep" />
        <span className="min-w-0 flex-1">
          <span className="block">{name}</span>{' '}
          <span className="block text-small text-ink-soft">{about}</span>
        </span>
        {/* Large text needs its room. */}
        <ChevronRight size={18} aria-hidden="true" className="hidden text-ink-soft min-[360px]:block" />
      </Link>
    </li>
  );
}
