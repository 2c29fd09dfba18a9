import { PRODUCT_NAME } from '@oinkly/contract/product';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Term, TermSection } from '../../shared/ui/terms.tsx';
import { longDay } from '../../shared/words/long-day.ts';

/** The day on which the statement was last compared with the tests. Change it with what is tested or missing. */
const CHECKED_ON = '2026-11-28';

export default function AccessibilityScreen() {
  const { providers, supportEmail } = runtimeConfig;
  const providerNames = providers.map(({ name }) => name).join(' or ');
  return (
    <main className="mx-auto max-w-column px-gutter pt-6 pb-16">
      <BackLink href="/">Back to home</BackLink>
      <PageHeading title="Accessibility" />
      <p className="mt-2 text-pretty text-ink-soft">
        {PRODUCT_NAME} aims at WCAG 2.2, level AA. We test it ourselves, and no one outside has audited it.
        Here is what we test, what we know is missing, and how to tell us.
      </p>

      <TermSection title="What we test">
        <Term name="Every screen">
          Automatic rules (axe) check names, roles, contrast and order, in the light and the dark theme.
          Typical screens are checked on every test run, all of them on each long one.
        </Term>
        <Term name="Screen readers">
          On the main screens, we test what the browser tells a screen reader: every control has a name,
          headings are in order, nothing is read twice, and a saved or failed change is announced.
        </Term>
        <Term name="Keyboard">
          Dialogs take the focus and give it back, Escape closes them, and arrow keys move over the year map.
          Single-letter shortcuts can be turned off.
        </Term>
        <Term name="Size">
          Every screen fits 320, 390 and 1,280 pixels without scrolling sideways. Text at twice its size stays
          whole on the screens of a signed-in user at 320 and 390 pixels. On Home, buttons and links are at
          least 44 pixels high and wide, except for the squares of the year map.
        </Term>
        <Term name="Motion">If your device asks for less motion, the main screens stand still.</Term>
        <Term name="Colors">No color stands alone: each week, bar and place can be read as text.</Term>
        <Term name="Browsers">
          All of this in Chromium. The main journeys also in Firefox and in WebKit, the engine of Safari.
        </Term>
      </TermSection>

      <TermSection title="What we know is missing">
        <Term name="People">
          No one who uses a screen reader every day has tried it for us. No test uses a screen reader itself,
          voice control or a switch.
        </Term>
        <Term name="Devices">Safari on an iPhone, an iPad or a Mac has not been tested.</Term>
        <Term name="Colors of your own">
          The app has not been tested with the contrast themes of Windows or with changed text spacing.
        </Term>
        <Term name="Long lists">
          The list of expenses draws only the rows near the screen. A screen reader’s own lists of headings
          and buttons have only those.
        </Term>
        <Term name="Undo">
          A message with Undo stays for ten seconds, and longer only while the pointer or the focus is on it.
          F8 moves the focus there.
        </Term>
        <Term name="Your bank’s pages">
          You connect a bank on pages of {providerNames} or of your bank, which we can’t change.
        </Term>
        <Term name="Pictures that you send">
          A picture of your map or circle has no text. Its public page says the same in words.
        </Term>
        <Term name="Languages">English only.</Term>
      </TermSection>

      <TermSection title="How to tell us">
        <Term name="Something doesn’t work for you?">
          Write to{' '}
          <a href={`mailto:${supportEmail}`} className="wrap-anywhere text-link">
            {supportEmail}
          </a>
          . Say on which page, and with which browser and screen reader or other aid. The people who run this
          server read it.
        </Term>
      </TermSection>

      <p className="mt-9 text-small text-pretty text-ink-soft">Last checked on {longDay(CHECKED_ON)}.</p>
    </main>
  );
}
