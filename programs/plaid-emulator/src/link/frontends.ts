import type { FastifyReply } from 'fastify';
import type { Emulator } from '../emulator.ts';
import { namedError, type NamedErrorCode } from '../named-errors.ts';
import type { PlaidError } from '../plaid-error.ts';
import { findWidgetSession, type LinkHost, type LinkSession } from '../storage/link-sessions.ts';
import { findHostedLink, findLinkToken, type LinkToken } from '../storage/link-tokens.ts';
import { openHostedSession, type OpenLink } from './flow.ts';
import { failedFrameState, type FramedPage, frameState } from './frame-state.ts';
import { closedPage, displayedClientName, handoverPage, type PageFrame, type WayOut } from './pages.ts';
import { formTarget, noStore, sendPage } from './send-page.ts';

interface Closing {
  status: number;
  /** Null for an unknown address. */
  token: LinkToken | null;
  /** Null before one exists. */
  session: LinkSession | null;
  heading: string;
  text: string;
  code: NamedErrorCode;
}

/** Shows the pages of Link, either as Hosted Link or in the widget. */
export interface LinkFrontend {
  /** Path of the pages, without a trailing slash. */
  readonly path: string;
  /** Null for an unknown address. */
  find(key: string): { token: LinkToken; session: LinkSession | null; open(): LinkSession } | null;
  show(
    reply: FastifyReply,
    openLink: OpenLink,
    render: (frame: PageFrame) => string,
    page?: FramedPage,
  ): FastifyReply;
  close(reply: FastifyReply, closing: Closing): FastifyReply;
  /** Returns the user to the client. */
  end(reply: FastifyReply, openLink: OpenLink): FastifyReply;
  showFinished(reply: FastifyReply, openLink: OpenLink): FastifyReply;
  /** The bank opens in this window, the window around the frame, or its own. */
  bankWindow(token: LinkToken): 'this' | 'around' | 'own';
}

interface Surroundings {
  emulator: Emulator;
  /** Without a trailing slash. */
  basePath: string;
}

export function hostedFrontend({ emulator, basePath }: Surroundings): LinkFrontend {
  const path = `${basePath}/hosted-link`;

  /** Browsers check the redirect after the last form as well. */
  const policy = (token: LinkToken | null) =>
    `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${formTarget(token?.request.completionRedirectUri ?? null)}; base-uri 'none'; frame-ancestors 'none'`;

  function wayOut(token: LinkToken | null): WayOut {
    const address = token?.request.completionRedirectUri ?? null;
    if (token === null || address === null) return null;
    return { kind: 'address', address, clientName: displayedClientName(token.request.clientName) };
  }

  function sendClosed(
    reply: FastifyReply,
    status: number,
    token: LinkToken | null,
    heading: string,
    text: string,
  ) {
    const page = closedPage({ basePath, appearance: null, frameState: null }, heading, text, wayOut(token));
    return sendPage(reply, status, policy(token), page);
  }

  return {
    path,
    find(key) {
      const token = findHostedLink(emulator.database, key);
      return token === null ? null : { token, session: null, open: () => openHostedSession(emulator, token) };
    },
    show(reply, { token }, render) {
      const page = render({
        basePath,
        appearance: null,
        frameState: null,
        linkPath: `${path}/${token.hostedLinkId ?? ''}`,
        clientName: displayedClientName(token.request.clientName),
      });
      return sendPage(reply, 200, policy(token), page);
    },
    close: (reply, { status, token, heading, text }) => sendClosed(reply, status, token, heading, text),
    end(reply, { token }) {
      const address = token.request.completionRedirectUri;
      if (address !== null) return noStore(reply).redirect(address, 303);
      return sendClosed(reply, 200, token, 'You left Bank Link', 'You can close this window.');
    },
    showFinished(reply, { token, session }) {
      const left = session.state.outcome?.kind === 'left';
      return sendClosed(
        reply,
        410,
        token,
        left ? 'You left Bank Link' : 'This link was already used',
        left
          ? 'Nothing was connected. To try again, start over from where you came.'
          : 'Your bank is connected. A link works only once.',
      );
    },
    bankWindow: () => 'this',
  };
}

/** Shows Link in a frame of the app's page, and reports to that page by message. */
export interface WidgetFrontend extends LinkFrontend {
  refuse(reply: FastifyReply, host: LinkHost, heading: string, error: PlaidError): FastifyReply;
}

/** Errors reach the app by message, so pages with a 4xx error are sent with status 200. */
export function widgetFrontend({ emulator, basePath }: Surroundings): WidgetFrontend {
  const path = `${basePath}/link/session`;
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors ${emulator.apps.sources}`;
  const appOf = ({ state }: LinkSession) => state.hostOrigin ?? new URL(emulator.publicUrl).origin;
  const pathOf = ({ widgetId }: LinkSession) => `${path}/${widgetId ?? ''}`;

  function show(
    reply: FastifyReply,
    openLink: OpenLink,
    render: (frame: PageFrame) => string,
    page: FramedPage = {},
  ): FastifyReply {
    const linkPath = pathOf(openLink.session);
    const markup = render({
      basePath,
      appearance: openLink.session.state.appearance,
      frameState: frameState(emulator, openLink, appOf(openLink.session), linkPath, page),
      linkPath,
      clientName: displayedClientName(openLink.token.request.clientName),
    });
    return sendPage(reply, 200, policy, markup);
  }

  return {
    path,
    find(key) {
      const session = findWidgetSession(emulator.database, key);
      const token = session === null ? null : findLinkToken(emulator.database, session.linkToken);
      return session === null || token === null ? null : { token, session, open: () => session };
    },
    show,
    close(reply, { status, token, session, heading, text, code }) {
      const openLink = token === null || session === null ? null : { token, session };
      const app = session === null ? new URL(emulator.publicUrl).origin : appOf(session);
      const linkPath = session === null ? null : pathOf(session);
      const state = failedFrameState(emulator, openLink, app, linkPath, namedError(code));
      const appearance = session?.state.appearance ?? null;
      const page = closedPage({ basePath, appearance, frameState: state }, heading, text, { kind: 'close' });
      // A 5xx may be temporary: the page's script offers to try again.
      return sendPage(reply, status < 500 ? 200 : status, policy, page);
    },
    end: (reply, { session }) => noStore(reply).redirect(`${pathOf(session)}/over`, 303),
    showFinished: (reply, openLink) => show(reply, openLink, handoverPage, { isEnd: true }),
    bankWindow: ({ request }) => (request.redirectUri === null ? 'own' : 'around'),
    refuse(reply, { origin, appearance }, heading, error) {
      const state = failedFrameState(emulator, null, origin, null, error);
      const text = error.displayMessage ?? 'Start over from where you came.';
      const page = closedPage({ basePath, appearance, frameState: state }, heading, text, { kind: 'close' });
      return sendPage(reply, 200, policy, page);
    },
  };
}
