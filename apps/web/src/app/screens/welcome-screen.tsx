import { PRODUCT_NAME, TAGLINE, WELCOME_COPY } from '@oinkly/contract/product';
import { urlOf } from '../../shared/http/call.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';

/** What somebody who is not signed in sees (WEL-1, WEL-2). Signing in is the identity provider's, so both buttons leave the page. */
export function WelcomeScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-column flex-col justify-center px-gutter py-10 text-center">
      <Pig mood="proud" width={210} coin="land" className="mx-auto mb-7" />
      <PageHeading title="" className="font-soft text-display font-bold tracking-display">
        Welcome to <br />
        {PRODUCT_NAME}
      </PageHeading>
      <p className="mt-3 text-ink-soft">{TAGLINE}</p>
      <p className="mt-1.5 text-balance text-ink-soft">{WELCOME_COPY}</p>
      <div className="mt-9 flex flex-col gap-3">
        <a href={urlOf('login')} className={buttonClass('primary')}>
          Create an account
        </a>
        <a href={urlOf('login')} className={buttonClass('secondary')}>
          Log in
        </a>
      </div>
    </main>
  );
}
