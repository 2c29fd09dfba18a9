import { runtimeConfig } from '../../shared/http/runtime-config.ts';

/** Where to write for help (DB-18). */
export function HelpLine() {
  const [name, domain] = runtimeConfig.supportEmail.split(/(?=@)/);
  return (
    <p className="mt-10 border-t border-dashed border-line pt-7 pb-3 text-center text-small text-ink-soft">
      Need help? {/* Its target reaches beyond its line, without pushing the lines apart. */}
      <a className="py-3.5 wrap-anywhere text-link" href={`mailto:${runtimeConfig.supportEmail}`}>
        {/* A narrow line ends before the domain rather than inside it. */}
        {name}
        <wbr />
        {domain}
      </a>
    </p>
  );
}
