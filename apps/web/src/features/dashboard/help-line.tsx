import { Link } from 'wouter';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

export function HelpLine() {
  const [name, domain] = runtimeConfig.supportEmail.split(/(?=@)/);
  return (
    <footer className="mt-10 border-t border-dashed border-line pt-7 text-center text-small text-ink-soft">
      <p>
        Need help? {/* A larger tap target without more space between the lines. */}
        <a className="py-3.5 wrap-anywhere text-link" href={`mailto:${runtimeConfig.supportEmail}`}>
          {/* A narrow line breaks before the domain, not inside it. */}
          {name}
          <wbr />
          {domain}
        </a>
      </p>
      <p className="mt-2">
        <Link href="/accessibility" className="inline-flex min-h-11 items-center text-link">
          Accessibility
        </Link>
      </p>
    </footer>
  );
}
