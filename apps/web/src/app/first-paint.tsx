import { PROBLEM_PLACEHOLDER, RETURN_TO_PLACEHOLDER } from '@oinkly/contract/first-view';
import { Router } from 'wouter';
import { LoadingScreen } from './loading-screen.tsx';
import { Header } from './header.tsx';
import { Welcome } from './screens/welcome-screen.tsx';

// The build draws it into the HTML once; the app replaces it.

export function SignedInFirstPaint() {
  return (
    <Router ssrPath="/">
      <div className="mx-auto min-h-dvh max-w-column px-gutter pb-32">
        <Header unread={0} />
      </div>
    </Router>
  );
}

export function WelcomeFirstPaint() {
  return <Welcome returnTo={RETURN_TO_PLACEHOLDER} />;
}

export function WelcomeProblemFirstPaint() {
  return <Welcome returnTo={RETURN_TO_PLACEHOLDER} problem={PROBLEM_PLACEHOLDER} />;
}

export { LoadingScreen as LoadingFirstPaint };
export { WelcomeExample } from './welcome-example.tsx';
