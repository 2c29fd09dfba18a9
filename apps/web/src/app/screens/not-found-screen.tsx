import { QUESTION } from '@oinkly/artwork/pig-props';
import { Link } from 'wouter';
import { buttonClass } from '../../shared/ui/button.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';

export default function NotFoundScreen() {
  return (
    <PigPage
      mood="content"
      prop={QUESTION}
      title="404 Page Not Found"
      text="There’s nothing at this address. The page may have moved, or the link may be mistyped."
    >
      <Link href="/" className={buttonClass('primary')}>
        Back to my dashboard
      </Link>
    </PigPage>
  );
}
