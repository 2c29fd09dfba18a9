import { PRODUCT_NAME, PROMISE, TAGLINE, WELCOME_COPY } from '@oinkly/contract/product';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentPath } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';
import { SIGNED_OUT_EVERYWHERE_KEY } from '../../shared/signed-out-everywhere.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';

/** The page for signed-out visitors (WEL-1, WEL-2). `problem` says why the last login failed. */
export function WelcomeScreen({ problem }: { problem: string | null }) {
  const returnTo = window.location.pathname === '/' ? undefined : currentPath();
  const [isSignedOutEverywhere] = useState(() => localStorage.getItem(SIGNED_OUT_EVERYWHERE_KEY) !== null);
  useEffect(() => localStorage.removeItem(SIGNED_OUT_EVERYWHERE_KEY), []);
  const notice = problem ?? (isSignedOutEverywhere ? 'You’re signed out on all devices.' : null);
  return <Welcome isProblem={problem !== null} notice={notice} returnTo={returnTo} />;
}

/** The welcome page's content, which the build also draws into the HTML. */
export function Welcome({
  isProblem = false,
  notice = null,
  returnTo,
  coin = 'land',
}: {
  isProblem?: boolean;
  notice?: string | null;
  returnTo?: string | undefined;
  coin?: 'land' | 'none';
}) {
  return (
    <main className="welcome">
      <Pig
        mood={isProblem ? 'worried' : 'proud'}
        width={210}
        coin={coin}
        className="welcome-pig mx-auto mb-7"
      />
      <PageHeading title="" className="font-soft text-display font-bold tracking-display">
        Welcome to <br />
        {PRODUCT_NAME}
      </PageHeading>
      <p className="mt-3 text-ink-soft">{TAGLINE}</p>
      <p className="mt-1.5 text-balance text-ink-soft">{WELCOME_COPY}</p>
      <p className="mt-4 font-medium text-balance">{PROMISE}</p>
      {notice !== null && (
        <p
          role={isProblem ? 'alert' : 'status'}
          className="mt-7 flex items-center gap-3 rounded-medium border border-line bg-card px-4 py-3 text-left"
        >
          {isProblem && <CircleAlert size={20} aria-hidden="true" className="text-over-text" />}
          <span className="min-w-0">{notice}</span>
        </p>
      )}
      <div className={`${notice === null ? 'mt-7' : 'mt-5'} flex flex-col gap-3`}>
        <a href={urlOf('login', { query: { create: '1', returnTo } })} className={buttonClass('primary')}>
          Create an account
        </a>
        <a href={urlOf('login', { query: { returnTo } })} className={buttonClass('secondary')}>
          Log in
        </a>
      </div>
    </main>
  );
}
