import { PRIVACY_NOTICE_DAY } from '@oinkly/contract/privacy';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { Fragment } from 'react';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Term, TermSection } from '../../shared/ui/terms.tsx';
import { longDay } from '../../shared/words/long-day.ts';

const KNOWN_BROWSER_COOKIE =
  'One tells us for 180 days that you’ve logged in here before, so a stranger who guesses passwords can’t lock you out.';

const FAILED_LOGIN_CODE = ' and a code made from the email, which can’t be turned back into it';

export default function PrivacyScreen() {
  const { providers, supportEmail, loginSettingsUrl, sendsMail } = runtimeConfig;
  const providerNames = providers.map(({ name }) => name).join(' or ');
  return (
    <main className="mx-auto max-w-column px-gutter pt-6 pb-16">
      <BackLink href="/">Back to home</BackLink>
      <PageHeading title={`What ${PRODUCT_NAME} keeps`} />
      <p className="mt-2 text-pretty text-ink-soft">
        As little as a piggy bank can. No ads and no tracking. Only bank linking loads anything from another
        site.
      </p>

      <TermSection title="What we keep">
        <Term name="You">Your name, email, time zone, settings and weekly budget, with its changes.</Term>
        <Term name="How you log in">
          {loginSettingsUrl !== null
            ? 'A hash of your password, which can’t be turned back into it, and the public half of each passkey. If you use an authenticator app, also its key, encrypted, and hashes of its recovery codes.'
            : 'The name your login service gives you. We never see your password.'}
        </Term>
        <Term name="Your expenses">
          What you add or import: name, amount, day and category. For an import, also the file’s name and
          columns. A deleted expense stays hidden, so your bank doesn’t bring it back.
        </Term>
        <Term name="Your banks">
          If you link one: its accounts with name, last digits and balance, and their transactions with
          merchant, amount, day and category. You log in at {providerNames}, so we never see your bank
          password. Our access token is encrypted.
        </Term>
        <Term name="Your friends">
          Who they are, who you blocked, your invitation, how your weeks ended, the last weeks that you said
          you’re in for and not in for, and what each friend last saw of you: no amounts.
        </Term>
        <Term name="Your guests">
          If you invite a friend who joins without an account: the name they give, their weekly answer, what
          they last saw of you and a hash of their link.
        </Term>
        <Term name="Your devices">Where you’re logged in, and which devices get notifications.</Term>
        {sendsMail && (
          <Term name="Your mail">
            Whether your email is confirmed, and whether you want the Monday mail. We count nothing that you
            open or click. A friend’s address that you type in is deleted after the invitation is sent, a day
            later at most.
          </Term>
        )}
        <Term name="Your tokens">
          For other programs and calendars that you let in: name, what it may do, when it was last used, and a
          hash of the token. If you let in an assistant, its provider sees what it reads.
        </Term>
        <Term name="Your messages">
          If you send notifications to other apps: the places’ names, their addresses and secrets, encrypted,
          and how the latest messages went, with the first words of a refusal.
        </Term>
        <Term name="On this device">
          What you last saw, so it works offline. It’s shown for up to a week and deleted when you sign out.
          Changes you make offline stay here until they sync.
        </Term>
        <Term name="Cookies">
          They keep you logged in. {loginSettingsUrl !== null && KNOWN_BROWSER_COOKIE} Scripts can’t read
          them.
        </Term>
        <Term name="Server logs">
          Logins, exports, other important actions and errors, with their time and an ID that stands for you.
          A failed login shows its network{loginSettingsUrl !== null && FAILED_LOGIN_CODE}. No names, no
          emails, no amounts.
        </Term>
      </TermSection>

      <TermSection title="How long we keep it">
        <Term name="Until you delete it">Expenses, budgets, banks and friends.</Term>
        <Term name="If you disconnect a bank">
          You choose whether to keep its transactions. If you end access at your bank, we delete them.
        </Term>
        <Term name="Automatically">
          Logins expire after 30 days, or after 7 days without use. Notifications are deleted after three
          months, and guests after 60 days without an answer.
        </Term>
        <Term name="If you delete your account">
          We delete everything except server logs at once.
          {providers.map(({ id, name, connect }) => (
            <Fragment key={id}>
              {' '}
              {connect !== 'token'
                ? `We ask ${name} to delete your bank connections, and keep asking until it has.`
                : `Only you can disable a token of ${name}: do it there.`}
            </Fragment>
          ))}
        </Term>
      </TermSection>

      <TermSection title="Who sees what">
        <Term name="You">Everything. Download it any time from My Account.</Term>
        <Term name="Your friends">
          Your name, your place on the board and a sentence about your week. In a pact, the weeks that you
          both kept, and the one that is forgiven. If you say so, that you’re in this week. On Sunday evening,
          partners of a pact are told if you’re both within budget. Never an amount.
        </Term>
        <Term name="Your guests">
          Your name, which of your weeks were under budget and whether you’re in this week; of your other
          guests, names and weeks.
        </Term>
        <Term name="Anyone with your map’s link">
          Your name and the color of each week, until you turn the link off.
        </Term>
        <Term name="Anyone with your circle’s link">
          Check marks of you and the people on your board, until you turn the link off. First names only of
          those who agreed.
        </Term>
        <Term name="Anyone with a friend’s circle’s link">
          Your check marks while you’re on the board, as “A friend”. Your first name only if you agreed.
        </Term>
        <Term name={providerNames}>
          That you linked a bank, and what it reads there for us. Its own privacy policy applies.
        </Term>
        <Term name="Your browser’s maker">That a notification arrived, not what it says.</Term>
        <Term name="Apps you send notifications to">
          Those notifications, with names of friends and banks. Amounts only if you include them.
        </Term>
        {sendsMail && (
          <Term name="Mail servers">
            The mail we send you, as with any mail. Only the Monday mail has amounts, and only if you choose
            it.
          </Term>
        )}
        <Term name="The people who run this server">
          They could read what we keep, but not your passwords. They decide how long server logs are kept.
        </Term>
        <Term name="No one else">Nothing.</Term>
      </TermSection>

      <p className="mt-9 text-small text-pretty text-ink-soft">
        In effect since {longDay(PRIVACY_NOTICE_DAY)}. Questions?{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      </p>
    </main>
  );
}
