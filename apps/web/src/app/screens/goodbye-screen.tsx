import { BUNDLE } from '@oinkly/artwork/pig-props';
import { useState } from 'react';
import { Link } from 'wouter';
import { followsDeletion } from '../../features/account/deleted-here.ts';
import { FeedbackForm } from '../../features/account/feedback-form.tsx';
import { lastUserId } from '../../shared/http/last-user.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';

/**
 * Shown after an account was deleted (BYE-1, BYE-2). Deletion empties the storage, so a user still known here
 * has an account. A visitor may also come by a link.
 */
export default function GoodbyeScreen() {
  const [hasAccount] = useState(() => lastUserId() !== null);
  const [wasDeleted] = useState(followsDeletion);
  return hasAccount ? <NotDeleted /> : <Goodbye wasDeleted={wasDeleted} />;
}

function NotDeleted() {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <PigPage
        mood="content"
        title="Your account is still here"
        text="You’re logged in, and nothing was deleted."
      >
        <Link href="/" className={buttonClass('primary', 'mt-4')}>
          Return to Homepage
        </Link>
      </PigPage>
    </main>
  );
}

function Goodbye({ wasDeleted }: { wasDeleted: boolean }) {
  return (
    <main className="mx-auto max-w-column px-gutter">
      <PigPage
        mood="content"
        prop={BUNDLE}
        title={wasDeleted ? 'Your account was deleted' : 'Goodbye'}
        text={
          wasDeleted
            ? 'We deleted all your data, including your bank connections.'
            : 'Nothing was deleted just now. People come here after they delete their account.'
        }
      >
        <FeedbackForm />
        <Link href="/" className={buttonClass('primary', 'mt-4')}>
          Return to Homepage
        </Link>
        <Link href="/signup-flow" className={buttonClass('secondary')}>
          Sign Up Again
        </Link>
        <a
          href={`mailto:${runtimeConfig.supportEmail}`}
          className="inline-flex min-h-11 items-center self-center text-link"
        >
          Contact support
        </a>
      </PigPage>
    </main>
  );
}
