import { bundleServer } from '@oinkly/server/test-support/server-process';

/** Bundles the server, once for all tests that start it in a process of its own. */
export default function setup(): void {
  bundleServer('.build');
}
