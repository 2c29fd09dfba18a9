import type { DuplicateOffer, Expense } from '@oinkly/contract/expenses';
import type { MonthlyPayments } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import { centsFromDollars, formatMoney, formatUsd } from '@oinkly/domain/money';
import { REFUND_WINDOW_DAYS } from '@oinkly/domain/refunds';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { Button, TextButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../../shared/ui/failure-toast.ts';
import { Pig } from '../../../shared/ui/pig.tsx';
import { SkeletonLines } from '../../../shared/ui/skeleton.tsx';
import { costText, expenseDay } from '../../../shared/words/expense-words.ts';
import { BillAnswers, BillFacts, billQuestion } from './bill-question.tsx';
import { dueWords } from '../recurring/coming.ts';
import { useAnswerDuplicate } from './duplicates.ts';
import { useAnswerMonthly, useConfirmMonthly } from '../recurring/recurring-mutations.ts';
import type { Thing } from './list-things.ts';
import { purchasesBeforeQuery, refundCandidates, useDismissRefund, useMatchRefund } from './refunds.ts';

/** One question after the other. Each answer can be undone from its toast, and each question can wait. */
export default function ThingsToCheckSheet({
  things,
  focusFallback,
  onClose,
}: {
  things: readonly Thing[];
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [thing, ...later] = things.filter(({ key }) => !done.has(key));
  const end = useEffectEvent(onClose);
  const isSaving = useIsMutating() > 0;
  const isSorted = things.length === 0;
  // What can wait, and what could not be saved, stays for another time.
  const isOver = thing === undefined && !isSorted && !isSaving;
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  if (isSorted) return <AllSorted focusFallback={focusFallback} onClose={onClose} />;
  if (!thing) return null;
  const { key } = thing;
  const next = () => setDone(new Set([...done, key]));
  const monthly = [thing, ...later].flatMap((one) => (one.kind === 'monthly' ? [one] : []));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(thing)}
      description={descriptionOf(thing)}
      focusFallback={focusFallback}
    >
      <Question key={key}>
        {thing.kind === 'duplicate' ? (
          <DuplicateQuestion offer={thing.offer} onDone={next} />
        ) : thing.kind === 'refund' ? (
          <RefundQuestion refund={thing.refund} onDone={next} />
        ) : thing.kind === 'bill' ? (
          <BillAnswers payments={thing.payments} onDone={next} />
        ) : (
          <MonthlyQuestion payments={thing.payments} onDone={next} />
        )}
        {thing.kind === 'monthly' && monthly.length > 1 && (
          <YesToAll
            all={monthly.map(({ payments }) => payments)}
            onDone={() => setDone(new Set([...done, ...monthly.map((one) => one.key)]))}
          />
        )}
      </Question>
      <p className="mt-2 flex items-center justify-between gap-4 text-small text-ink-soft">
        <TextButton onClick={next}>Ask me later</TextButton>
        {later.length > 0 && `${later.length} more`}
      </p>
    </Dialog>
  );
}

function AllSorted({
  focusFallback,
  onClose,
}: {
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={onClose} title="All sorted." focusFallback={focusFallback}>
      <Question>
        <div className="flex justify-center py-4">
          <Pig mood="proud" width={144} />
        </div>
        <Button className="mt-4 w-full" onClick={onClose}>
          Done
        </Button>
      </Question>
    </Dialog>
  );
}

/** Names what it confirms, so that users see it before they say yes. */
function YesToAll({ all, onDone }: { all: readonly MonthlyPayments[]; onDone: () => void }) {
  const { mutate: confirm } = useConfirmMonthly();
  const others = all.slice(1).map(({ name, amount }) => `${name} (${amountText(amount)})`);
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-small text-pretty wrap-anywhere text-ink-soft">
        Also looks monthly: {new Intl.ListFormat('en-US').format(others)}
      </p>
      <Button
        look="quiet"
        className="mt-2 w-full"
        onClick={() => {
          onDone();
          confirm(all);
        }}
      >
        Yes to all {all.length}
      </Button>
    </div>
  );
}

function amountText(dollars: number): string {
  return formatUsd(Math.abs(centsFromDollars(dollars)));
}

/** One question, which takes the focus from the previous question's answer. */
function Question({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

function titleOf(thing: Thing): string {
  switch (thing.kind) {
    case 'duplicate':
      return 'Is this the same purchase?';
    case 'refund':
      return `What was ${thing.refund.name} for?`;
    case 'bill':
      return billQuestion(thing.payments);
    case 'monthly':
      return `Is ${thing.payments.name} monthly?`;
  }
}

function descriptionOf(thing: Thing): ReactNode {
  switch (thing.kind) {
    case 'duplicate':
      return 'If you say yes, it counts once.';
    case 'refund':
      return <RefundFacts refund={thing.refund} />;
    case 'bill':
      return <BillFacts payments={thing.payments} />;
    case 'monthly':
      return 'Spotted in your bank history. Confirm to see when the next one is due.';
  }
}

function DuplicateQuestion({ offer, onDone }: { offer: DuplicateOffer; onDone: () => void }) {
  const answer = useAnswerDuplicate();
  const say = (isDuplicate: boolean) => {
    onDone();
    answer.mutate({ offer, isDuplicate });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4">
        <Side caption="You added" expense={offer.manual} />
        <div className="border-l border-line pl-4">
          <Side caption="Your bank reports" expense={offer.bank} />
        </div>
      </div>
      <div className="mt-4 grid fit-cols-30 gap-2">
        <Button look="secondary" onClick={() => say(true)}>
          Yes, one purchase
        </Button>
        <Button look="secondary" onClick={() => say(false)}>
          No, two purchases
        </Button>
      </div>
    </>
  );
}

function Side({ caption, expense }: { caption: string; expense: Expense }) {
  const today = useToday();
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-soft">{caption}</p>
      <p className="wrap-break-word">{expense.name}</p>
      <p className="font-bold">{costText(expense)}</p>
      <p className="text-small text-ink-soft">{expenseDay(expense.date, today)}</p>
    </div>
  );
}

function RefundFacts({ refund }: { refund: Refund }) {
  const today = useToday();
  return (
    <>
      {expenseDay(refund.date, today)} ·{' '}
      <span className="font-bold text-under-text">
        +{formatMoney(centsFromDollars(refund.amount), refund.currency)}
      </span>
    </>
  );
}

function RefundQuestion({ refund, onDone }: { refund: Refund; onDone: () => void }) {
  const match = useMatchRefund(onDone);
  const dismiss = useDismissRefund(onDone);
  const purchases = useQuery(purchasesBeforeQuery(refund));
  const candidates = purchases.data && refundCandidates(refund, purchases.data);
  const isBusy = match.isPending || dismiss.isPending;
  const hasNone =
    candidates !== undefined && candidates.atMerchant.length + candidates.elsewhere.length === 0;
  const isOnlyElsewhere = !hasNone && candidates?.atMerchant.length === 0;
  return (
    <>
      <p className="mb-3 text-pretty">
        {hasNone
          ? `No matching purchase in the ${REFUND_WINDOW_DAYS} days before it.`
          : isOnlyElsewhere
            ? 'No matching purchase at this merchant. It may belong to one elsewhere.'
            : 'Pick the purchase this refund belongs to.'}
      </p>
      {candidates ? (
        <Candidates
          {...candidates}
          isBusy={isBusy}
          onChoose={({ id }) => match.mutate({ refund, expenseId: id })}
        />
      ) : purchases.isError ? (
        <FailureNotice
          message={messageOf(purchases.error, 'Failed to fetch expenses')}
          onRetry={() => void purchases.refetch()}
        />
      ) : (
        <SkeletonLines />
      )}
      <Button look="secondary" className="mt-4 w-full" isBusy={isBusy} onClick={() => dismiss.mutate(refund)}>
        {hasNone ? 'Dismiss refund' : 'None of these'}
      </Button>
      <p className="mt-2 text-small text-balance text-ink-soft">
        A refund without a purchase doesn’t change any week.
      </p>
    </>
  );
}

/** Purchases at the refund's merchant, and others on request. */
function Candidates({
  atMerchant,
  elsewhere,
  isBusy,
  onChoose,
}: ReturnType<typeof refundCandidates> & { isBusy: boolean; onChoose: (expense: Expense) => void }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const today = useToday();
  if (atMerchant.length + elsewhere.length === 0) return null;
  const shown = showsAll ? [...atMerchant, ...elsewhere] : atMerchant;
  return (
    <>
      <ul ref={list} tabIndex={-1} className="flex flex-col gap-2 outline-none">
        {shown.map((expense) => (
          <li key={expense.id}>
            <Button
              look="quiet"
              className="w-full flex-wrap gap-x-3"
              isBusy={isBusy}
              onClick={() => onChoose(expense)}
            >
              <span className="max-w-full flex-[1_1_6rem] text-left font-normal wrap-break-word">
                {expense.name}
                <span className="block text-small text-ink-soft">{expenseDay(expense.date, today)}</span>
              </span>
              <span className="ml-auto">{costText(expense)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!showsAll && elsewhere.length > 0 && (
        <TextButton
          className="mt-1"
          onClick={() => {
            setShowsAll(true);
            list.current?.focus();
          }}
        >
          Show {elsewhere.length} more
        </TextButton>
      )}
    </>
  );
}

function MonthlyQuestion({ payments, onDone }: { payments: MonthlyPayments; onDone: () => void }) {
  const answer = useAnswerMonthly();
  const today = useToday();
  const say = (isMonthly: boolean) => {
    onDone();
    answer.mutate({ payments, isMonthly });
  };
  return (
    <>
      <p>
        About <span className="font-bold">{amountText(payments.amount)}</span>, {payments.payments} months in
        a row. Next: {dueWords(payments.date, today)}
      </p>
      <div className="mt-4 grid fit-cols-30 gap-2">
        <Button look="secondary" onClick={() => say(true)}>
          Yes, monthly
        </Button>
        <Button look="secondary" onClick={() => say(false)}>
          Not monthly
        </Button>
      </div>
    </>
  );
}
