import { PRODUCT_NAME, PROMISE, TAGLINE, WELCOME_COPY } from '@oinkly/contract/product';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentPath } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';
import { SIGNED_OUT_EVERYWHERE_KEY } from '../../shared/signed-out-everywhere.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';

const NOTICE =
  'peer mt-7 flex items-center gap-3 rounded-medium border border-line bg-card px-4 py-3 text-left';

/**
 * For visitors who turn out to be signed out after the app has started; others get it as HTML. `problem` says why the last login failed.
 */
export default function WelcomeScreen({ problem }: { problem: string | null }) {
  const [isSignedOutEverywhere] = useState(() => localStorage.getItem(SIGNED_OUT_EVERYWHERE_KEY) !== null);
  useEffect(() => localStorage.removeItem(SIGNED_OUT_EVERYWHERE_KEY), []);
  return <Welcome problem={problem} isSignedOutEverywhere={isSignedOutEverywhere} returnTo={currentPath()} />;
}

/** The page for signed-out visitors (WEL-1, WEL-2), which the build also draws as HTML. */
export function Welcome({
  problem = null,
  isSignedOutEverywhere = false,
  returnTo,
}: {
  problem?: string | null;
  isSignedOutEverywhere?: boolean;
  returnTo: string;
}) {
  return (
    <main className="welcome">
      <Pig
        mood={problem !== null ? 'worried' : 'proud'}
        width={210}
        coin="land"
        className="welcome-pig mx-auto mb-7"
      />
      <PageHeading title="" className="font-soft text-display font-bold tracking-display">
        Welcome to <br />
        {PRODUCT_NAME}
      </PageHeading>
      <p className="mt-3 text-ink-soft">{TAGLINE}</p>
      <p className="mt-1.5 text-balance text-ink-soft">{WELCOME_COPY}</p>
      <p className="mt-4 font-medium text-balance">{PROMISE}</p>
      {problem === null ? (
        <p role="status" hidden={!isSignedOutEverywhere} className={NOTICE}>
          You’re signed out on all devices.
        </p>
      ) : (
        <p role="alert" className={NOTICE}>
          <CircleAlert size={20} aria-hidden="true" className="text-over-text" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
      <div className="mt-7 flex flex-col gap-3 peer-not-[[hidden]]:mt-5">
        <a href={urlOf('login', { query: { create: '1', returnTo } })} className={buttonClass('primary')}>
          Create an account
        </a>
        <a href={urlOf('login', { query: { returnTo } })} className={buttonClass('secondary')}>
          Log in
        </a>
      </div>
      <p className="mt-1">
        <a href="/accessibility" className="inline-flex min-h-11 items-center text-small text-link">
          Accessibility
        </a>
      </p>
    </main>
  );
}
