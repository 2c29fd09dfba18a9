import type { Rule } from '@oinkly/contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button, TextLink } from '../../shared/ui/button.tsx';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useRemoveRule } from './rule-mutations.ts';
import { ruleWords } from './rule-words.ts';
import { rulesQuery } from './rules-query.ts';

export function RulesList() {
  const { data, isError, error, refetch } = useQuery(rulesQuery);
  const list = useRef<HTMLDivElement>(null);
  if (!data && isError) {
    return (
      <FailurePicture
        className="py-14"
        message={messageOf(error, 'We couldn’t load your rules.')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <RulesSkeleton />;
  return (
    <div ref={list} tabIndex={-1}>
      {data.rules.length === 0 ? (
        <NoRules />
      ) : (
        <ul className="mt-6 rounded-medium border border-line bg-card">
          {data.rules.map((rule) => (
            <RuleRow key={rule.merchantKey} rule={rule} focusFallback={list} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RuleRow({ rule, focusFallback }: { rule: Rule; focusFallback: RefObject<HTMLElement | null> }) {
  const leaving = useFocusFallback(focusFallback);
  const remove = useRemoveRule();
  return (
    <li
      ref={leaving}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-line px-inset py-1.5 not-first:border-t"
    >
      <div className="min-w-0 flex-[1_1_9rem] py-1">
        <p className="font-bold wrap-anywhere">{rule.merchant}</p>
        <p className="text-small wrap-anywhere text-ink-soft">{ruleWords(rule)}</p>
      </div>
      <Button
        look="quiet"
        className="flex-none"
        aria-label={`Remove the rule for ${rule.merchant}`}
        isBusy={remove.isPending}
        onClick={() => remove.mutate(rule)}
      >
        Remove
      </Button>
    </li>
  );
}

function NoRules() {
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <Pig mood="asleep" width={132} className="mb-5" />
      <p className="text-balance text-ink-soft">
        No rules yet. Change a bank expense, and we’ll offer to do the same for its merchant from then on.
      </p>
      <TextLink href="/expenses" className="mt-3">
        Go to your expenses
      </TextLink>
    </div>
  );
}

function RulesSkeleton() {
  return (
    <div aria-busy="true" className="mt-6 flex flex-col gap-2">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 w-full rounded-medium" />
      ))}
    </div>
  );
}
