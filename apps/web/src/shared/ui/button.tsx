import type { ComponentProps } from 'react';
import { Link } from 'wouter';

/** `danger` cannot be undone. `success` and `caution` show how the last press ended. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'success' | 'caution';

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-medium text-center font-bold no-underline transition-colors disabled:cursor-not-allowed aria-disabled:cursor-default';

const LOOKS: Record<ButtonLook, string> = {
  primary:
    'min-h-14 px-4 py-3 bg-pink-deep text-on-pink hover:bg-[color-mix(in_srgb,var(--color-pink-deep),var(--color-ink)_14%)] disabled:bg-line disabled:text-ink-soft',
  secondary:
    'min-h-14 px-4 py-3 border-[1.5px] border-ink text-ink hover:bg-pink-wash disabled:border-line-strong disabled:text-ink-soft',
  quiet:
    'min-h-11 px-4 py-2 rounded-small border border-line-strong text-ink hover:bg-pink-wash disabled:text-ink-soft aria-disabled:text-ink-soft',
  danger:
    'min-h-14 px-4 py-3 bg-danger text-on-danger hover:bg-[color-mix(in_srgb,var(--color-danger),black_14%)] disabled:bg-line disabled:text-ink-soft',
  success: 'min-h-14 px-4 py-3 bg-under-text text-card',
  caution:
    'min-h-14 px-4 py-3 bg-caution text-card hover:bg-[color-mix(in_srgb,var(--color-caution),var(--color-ink)_14%)]',
};

export function buttonClass(look: ButtonLook, className = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${className}`;
}

/** `isBusy` ignores presses but keeps the focus, which a disabled button loses. */
export function Button({
  look = 'primary',
  className,
  type = 'button',
  isBusy,
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; isBusy?: boolean }) {
  return (
    <button
      type={type}
      className={buttonClass(look, className)}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    />
  );
}

/** Words underlined like a link, with a full-size target. */
export function TextButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-11 items-center text-link disabled:cursor-default disabled:text-ink-soft disabled:no-underline aria-disabled:cursor-default aria-disabled:text-ink-soft aria-disabled:no-underline ${className}`}
      {...rest}
    />
  );
}

export function TextLink({
  className = '',
  ...rest
}: {
  href: string;
  className?: string;
  children: React.ReactNode;
}) {
  return <Link className={`inline-flex min-h-11 items-center text-link ${className}`} {...rest} />;
}
