import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { ExpensesHeading } from '../features/expenses/list/expenses-heading.tsx';
import { FriendsHeading } from '../features/friends/friends-heading.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { Header } from './header.tsx';
import { Welcome } from './screens/welcome-screen.tsx';

// The build draws it into the HTML once; the app replaces it.

export function ExpensesFirstPaint() {
  return (
    <SignedInFirstPaint>
      <ExpensesHeading />
    </SignedInFirstPaint>
  );
}

export function FriendsFirstPaint() {
  return (
    <SignedInFirstPaint>
      <FriendsHeading />
    </SignedInFirstPaint>
  );
}

export function SignedInFirstPaint({ children }: { children?: ReactNode }) {
  return (
    <Router ssrPath="/">
      <div className="mx-auto min-h-dvh max-w-column px-gutter pb-32">
        <Header unread={0} />
        <main>{children}</main>
      </div>
    </Router>
  );
}

/** The app lets the coin fall. */
export function WelcomeFirstPaint() {
  return <Welcome coin="none" />;
}

export { LoadingScreen as LoadingFirstPaint };
export { WelcomeExample } from './welcome-example.tsx';
