import { Calendar, ChevronDown } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

const LOOK =
  'w-full rounded-small border border-line-strong bg-card px-inset min-h-13 text-ink placeholder:text-figure [&[readonly]]:border-line [&[readonly]]:bg-transparent [&[readonly]]:text-ink-soft aria-invalid:border-over-text aria-invalid:border-2';
const BOX = `block ${LOOK}`;
/** As a block, WebKit puts the date at the top. */
const DATE_BOX = `flex items-center ${LOOK}`;

interface Around {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** For the whole field, not the control. */
  className?: string | undefined;
}

export function TextField({ label, hint, error, className, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...control} className={BOX} {...input} />}
    </Field>
  );
}

/** Takes `$1,234.50`; `parseMoneyInput` reads it. */
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

export function DateField({ label, hint, error, className, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input {...control} type="date" className={DATE_BOX} {...input} />
          {/* Shown by browsers whose own calendar cannot be hidden. */}
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
            className={`${BOX} cursor-pointer appearance-none pr-[calc(var(--spacing-inset)+22px)]`}
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

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

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
