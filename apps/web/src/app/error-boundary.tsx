import { Component, type ReactNode } from 'react';
import { reloadPage } from '../shared/http/browser-navigation.ts';
import { FailureScreen } from './failure-screen.tsx';

/** React logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FailureScreen onRetry={reloadPage} />;
  }
}
