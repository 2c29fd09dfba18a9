import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

const BOX =
  'block w-full rounded-small border border-line-strong bg-card px-4 min-h-13 text-ink [&[readonly]]:border-line [&[readonly]]:bg-transparent [&[readonly]]:text-ink-soft aria-invalid:border-over-text aria-invalid:border-2';

interface Around {
  label: string;
  hint?: ReactNode;
  /** Why the value cannot be taken; stands at the field. */
  error?: string | undefined;
}

/** A labelled text input with its hint and its error. */
export function TextField({
  label,
  hint,
  error,
  className = '',
  ...input
}: Around & ComponentProps<'input'>) {
  const ids = useFieldIds(hint, error);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} className={className}>
      <input
        id={ids.input}
        aria-describedby={ids.described}
        aria-invalid={error ? true : undefined}
        className={BOX}
        {...input}
      />
    </FieldFrame>
  );
}

/** A labelled text input for money, with the dollar sign before it. It takes `$1,234.50`; `parseMoneyInput` reads it. */
export function MoneyField({
  label,
  hint,
  error,
  className = '',
  ...input
}: Around & ComponentProps<'input'>) {
  const ids = useFieldIds(hint, error);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <span aria-hidden="true" className="absolute inset-y-0 left-4 grid place-items-center text-ink-soft">
          $
        </span>
        <input
          id={ids.input}
          aria-describedby={ids.described}
          aria-invalid={error ? true : undefined}
          inputMode="decimal"
          autoComplete="off"
          className={`${BOX} pl-8`}
          {...input}
        />
      </div>
    </FieldFrame>
  );
}

/** A labelled choice from a list. */
export function SelectField({
  label,
  hint,
  error,
  className = '',
  children,
  ...select
}: Around & ComponentProps<'select'>) {
  const ids = useFieldIds(hint, error);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <select
          id={ids.input}
          aria-describedby={ids.described}
          aria-invalid={error ? true : undefined}
          className={`${BOX} cursor-pointer appearance-none pr-11`}
          {...select}
        >
          {children}
        </select>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-4 my-auto text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}

/** A labelled text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  ...area
}: Around & ComponentProps<'textarea'>) {
  const ids = useFieldIds(hint, error);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} className={className}>
      <textarea
        id={ids.input}
        aria-describedby={ids.described}
        aria-invalid={error ? true : undefined}
        className={`${BOX} py-3`}
        {...area}
      />
    </FieldFrame>
  );
}

interface FieldIds {
  input: string;
  hint: string;
  error: string;
  described: string | undefined;
}

function useFieldIds(hint: ReactNode, error: string | undefined): FieldIds {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return { input: id, hint: hintId, error: errorId, described: described === '' ? undefined : described };
}

function FieldFrame({
  ids,
  label,
  hint,
  error,
  className,
  children,
}: Around & { ids: FieldIds; className: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={ids.input} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={ids.error} className="mt-1.5 text-small text-over-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
