import { formatDay, type Day } from '@oinkly/domain/days';
import { CURRENCIES } from '@oinkly/domain/statements/currencies';
import type { Guess, Question } from '@oinkly/domain/statements/guess-layout';
import type { Layout } from '@oinkly/domain/statements/layout';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { SelectField } from '../../shared/ui/field.tsx';

export function openQuestion({ layout, questions }: Guess): Question | null {
  const isOpen = (question: Question) =>
    question.about !== 'currency' || !question.onlyIfDayFirst || layout.dateOrder === 'dmy';
  return questions.find(isOpen) ?? null;
}

interface Props<Kind extends Question = Question> {
  question: Kind;
  /** The layout fields that the answer decides. */
  onAnswer: (answer: Partial<Layout>) => void;
}

/** Nothing of the file is shown or imported before the answer. */
export function LayoutQuestion({ question, onAnswer }: Props) {
  switch (question.about) {
    case 'signs':
      return <SignsQuestion question={question} onAnswer={onAnswer} />;
    case 'dates':
      return <DatesQuestion question={question} onAnswer={onAnswer} />;
    case 'currency':
      return <CurrencyQuestion onAnswer={onAnswer} />;
  }
}

function SignsQuestion({ question, onAnswer }: Props<Extract<Question, { about: 'signs' }>>) {
  return (
    <Panel title="Are these amounts purchases or payments?">
      <ul className="mb-3">
        {question.examples.map(({ name, amount }, index) => (
          <li key={index} className="flex justify-between gap-4 border-b border-line py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="font-bold whitespace-nowrap">{amount}</span>
          </li>
        ))}
      </ul>
      <Choices>
        <Button look="secondary" onClick={() => onAnswer(question.ifPurchases)}>
          Purchases
        </Button>
        <Button look="secondary" onClick={() => onAnswer(question.ifPayments)}>
          Payments or refunds
        </Button>
      </Choices>
    </Panel>
  );
}

function DatesQuestion({ question, onAnswer }: Props<Extract<Question, { about: 'dates' }>>) {
  const { text, monthFirst, dayFirst } = question;
  return (
    <Panel title={`Is ${text} ${dayWords(monthFirst)} or ${dayWords(dayFirst)}?`}>
      <Choices>
        <Button look="secondary" onClick={() => onAnswer({ dateOrder: 'mdy' })}>
          {dayWords(monthFirst)}
        </Button>
        <Button look="secondary" onClick={() => onAnswer({ dateOrder: 'dmy' })}>
          {dayWords(dayFirst)}
        </Button>
      </Choices>
    </Panel>
  );
}

function CurrencyQuestion({ onAnswer }: Pick<Props, 'onAnswer'>) {
  const [currency, setCurrency] = useState('');
  return (
    <Panel title="Which currency are these amounts in?">
      <SelectField label="Currency" value={currency} onChange={({ target }) => setCurrency(target.value)}>
        <option value="">Please choose</option>
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <Button
        look="secondary"
        className="mt-3 w-full"
        disabled={currency === ''}
        onClick={() => onAnswer({ currency })}
      >
        Continue
      </Button>
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-6 rounded-medium border border-line bg-card p-card">
      <h3 id={titleId} className="mb-3 font-medium text-balance">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Choices({ children }: { children: ReactNode }) {
  return <div className="grid fit-cols-30 gap-2">{children}</div>;
}

function dayWords(day: Day): string {
  return formatDay(day, { month: 'long', day: 'numeric' });
}
