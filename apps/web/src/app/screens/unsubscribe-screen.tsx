import { QUESTION } from '@oinkly/artwork/pig-props';
import { call } from '../../shared/http/call.ts';
import { MailLinkPage } from '../../shared/ui/mail-link-page.tsx';
import { useNameInPath } from './name-in-path.ts';

/** Ends the Monday mail, open to everyone with its link. */
export default function UnsubscribeScreen() {
  const token = useNameInPath();
  return (
    <MailLinkPage
      question={{
        mood: 'content',
        title: 'Stop the Monday mail?',
        text: 'We’ll no longer email you how your week ended. Everything else stays as it is.',
      }}
      action="Unsubscribe"
      send={() => call('unsubscribeFromMail', { params: { token } })}
      done={{
        mood: 'content',
        title: 'The Monday mail is off',
        text: 'You can turn it on again under Notifications.',
      }}
      refused={({ code }) =>
        code === 'UNSUBSCRIBE_LINK_NOT_FOUND'
          ? {
              mood: 'asleep',
              prop: QUESTION,
              title: 'This link no longer works',
              text: 'It’s mistyped, or the account was deleted. You can turn the mail off under Notifications.',
            }
          : null
      }
    />
  );
}
