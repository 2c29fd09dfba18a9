import { PLUG } from '@oinkly/artwork/pig';
import { BANK } from '@oinkly/artwork/pig-props';
import { LinkWidget } from '../../features/banking/connect/load-link-widget.ts';
import { useOAuthCallback } from '../../features/banking/use-oauth-callback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';

/** The bank sends the user back here (OA-1 to OA-3). */
export default function OAuthRedirectScreen() {
  const { state, widget, continueNow } = useOAuthCallback();
  return (
    <main aria-live="polite" className="mx-auto max-w-column px-gutter">
      {state.kind === 'processing' && (
        <PigPage
          mood="content"
          prop={BANK}
          title="Processing bank connection..."
          text={<Spinner className="mt-2 size-8 text-pink-deep" />}
        />
      )}
      {state.kind === 'success' && (
        <PigPage
          mood="proud"
          prop={BANK}
          title={`${state.institutionName} is connected`}
          text="Redirecting you back to your account..."
        >
          <Button onClick={continueNow}>Continue now</Button>
        </PigPage>
      )}
      {state.kind === 'error' && (
        <PigPage
          mood="worried"
          prop={PLUG}
          title="Your bank isn’t connected"
          text={
            <>
              <p role="alert" className="text-balance text-ink">
                {state.message}
              </p>
              <p className="mt-2">Redirecting you back to try again...</p>
            </>
          }
        >
          <Button onClick={continueNow}>Go back now</Button>
        </PigPage>
      )}
      {widget && <LinkWidget {...widget} />}
    </main>
  );
}
