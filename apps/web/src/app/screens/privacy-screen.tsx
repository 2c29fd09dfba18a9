import { PRIVACY_NOTICE_DAY } from '@oinkly/contract/privacy';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What is kept of a person, for how long, and who sees what, in plain words. For anyone. */
export default function PrivacyScreen() {
  const { provider, supportEmail, signInSettingsUrl } = runtimeConfig;
  return (
    <main className="mx-auto max-w-column px-gutter pt-6 pb-16">
      <TextLink href="/" className="gap-1.5 text-small">
        <ArrowLeft size={16} aria-hidden="true" />
        Back to home
      </TextLink>
      <PageHeading title={`What ${PRODUCT_NAME} keeps`} />
      <p className="mt-2 text-pretty text-ink-soft">
        As little as a piggy bank can. No advertising, nobody who follows you around, and no page here asks
        another site for anything but the one that links your bank.
      </p>

      <Section title="What is kept">
        <Term name="You">your name, email, time zone, weekly budget and each change of it.</Term>
        <Term name="How you log in">
          {signInSettingsUrl !== null
            ? 'a scrambled form of your password from which nobody can read it, and the public half of each passkey.'
            : 'the name by which your sign-in service knows you. Your password never comes here.'}
        </Term>
        <Term name="Your expenses">
          what you type or import: name, amount, day, category. One that you delete stays hidden, so that your
          bank does not bring it back.
        </Term>
        <Term name="Your banks">
          once you link one: its accounts with name, last digits and balance, and their purchases with
          merchant, amount, day and category. You log in at {provider.name}, so your bank&rsquo;s password
          never comes here; what lets us read is sealed.
        </Term>
        <Term name="Your friends">
          who they are, whom you have blocked, your invitation, and how your weeks ended.
        </Term>
        <Term name="Your devices">where you are signed in, and which ones you want notifications on.</Term>
        <Term name="On your device itself">
          what you last saw, for when there is no network: for a week, or until you sign out. What you add
          meanwhile waits there until it is sent.
        </Term>
        <Term name="The server’s own notes">
          what went wrong and when, with a number that stands for you. No names, no amounts.
        </Term>
      </Section>

      <Section title="For how long">
        <Term name="Until you say so">expenses, budgets, banks and friends.</Term>
        <Term name="Disconnect a bank">and you choose whether its purchases stay or go.</Term>
        <Term name="By itself">
          a sign-in ends after 30 days, or 7 unused. Notifications go after three months.
        </Term>
        <Term name="Delete your account">
          and everything goes at once. {provider.name} is told to forget your banks, and told again until it
          has.
        </Term>
      </Section>

      <Section title="Who sees what">
        <Term name="You">everything. Take it along as a file whenever you like, from My Account.</Term>
        <Term name="Your friends">
          your name, your place on the board and a sentence about your week. Never an amount.
        </Term>
        <Term name="Whoever has the link of your map">
          your name and the color of each week, until you switch the link off.
        </Term>
        <Term name={provider.name}>
          that you link a bank, and what it reads there for us, by its own rules.
        </Term>
        <Term name="Your browser’s maker">that a notification came, not what it says.</Term>
        <Term name="Whoever runs this server">could read what is kept here, but not your passwords.</Term>
        <Term name="Nobody else">sees anything.</Term>
      </Section>

      <p className="mt-9 text-small text-pretty text-ink-soft">
        As it stands since {dayWords.format(new Date(PRIVACY_NOTICE_DAY))}. Questions?{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      </p>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <SectionHeading>{title}</SectionHeading>
      <dl className="rounded-medium border border-line bg-card">{children}</dl>
    </section>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line px-inset py-3 not-first:border-t">
      <dt className="font-bold">{name}</dt>
      <dd className="mt-0.5 text-pretty text-ink-soft">{children}</dd>
    </div>
  );
}
