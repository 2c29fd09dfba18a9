import { Calendar, ChevronDown } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

const BOX =
  'block w-full rounded-small border border-line-strong bg-card px-inset min-h-13 text-ink placeholder:text-figure [&[readonly]]:border-line [&[readonly]]:bg-transparent [&[readonly]]:text-ink-soft aria-invalid:border-over-text aria-invalid:border-2';

interface Around {
  label: string;
  hint?: ReactNode;
  /** Why the value cannot be taken; stands at the field. */
  error?: string | undefined;
  /** Of the whole field, not of the control in it. */
  className?: string | undefined;
}

/** A labelled text input with its hint and its error. */
export function TextField({ label, hint, error, className, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...control} className={BOX} {...input} />}
    </Field>
  );
}

/** A labelled text input for money, with the dollar sign before it. It takes `$1,234.50`; `parseMoneyInput` reads it. */
export function MoneyField({ label, hint, error, className, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-inset grid place-items-center text-ink-soft"
          >
            $
          </span>
          <input {...control} inputMode="decimal" autoComplete="off" className={`${BOX} pl-8`} {...input} />
        </div>
      )}
    </Field>
  );
}

/** A labelled day. */
export function DateField({ label, hint, error, className, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input {...control} type="date" className={BOX} {...input} />
          {/* A browser whose own calendar cannot be hidden shows that one. */}
          <Calendar
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-inset my-auto hidden text-ink-soft supports-[selector(::-webkit-calendar-picker-indicator)]:block"
          />
        </div>
      )}
    </Field>
  );
}

/** A labelled choice from a list. */
export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...select
}: Around & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            className={`${BOX} cursor-pointer appearance-none pr-[calc(var(--spacing-inset)+28px)]`}
            {...select}
          >
            {children}
          </select>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-inset my-auto text-ink-soft"
          />
        </div>
      )}
    </Field>
  );
}

/** A labelled text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...area
}: Around & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <textarea {...control} className={`${BOX} py-3`} {...area} />}
    </Field>
  );
}

/** What ties a control to its label, its hint and its error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** What every field has around its control. */
function Field({
  label,
  hint,
  error,
  className = '',
  children,
}: Around & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="mt-1.5 text-small text-over-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
