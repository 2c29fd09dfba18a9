import { runtimeConfig } from '../../shared/http/runtime-config.ts';

/** Where to write for help (DB-18). */
export function HelpLine() {
  return (
    <p className="mt-10 border-t border-dashed border-line pt-4 text-center text-small text-ink-soft">
      Need help?{' '}
      <a
        className="inline-flex min-h-11 items-center wrap-anywhere text-link"
        href={`mailto:${runtimeConfig.supportEmail}`}
      >
        {runtimeConfig.supportEmail}
      </a>
    </p>
  );
}
