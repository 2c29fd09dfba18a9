import type { Rule } from '@oinkly/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { Button, TextLink } from '../../../shared/ui/button.tsx';
import { FailurePicture } from '../../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../../shared/ui/failure-toast.ts';
import { Pig } from '../../../shared/ui/pig.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { NEW_RULE, type RuleDraft } from './rule-draft.ts';
import { useRemoveRule } from './rule-mutations.ts';
import { ruleWords } from './rule-words.ts';
import { rulesQuery } from './rules-query.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const RuleSheet = lazyPart(() => import('./rule-sheet.tsx'));

export function RulesList() {
  const { data, isError, error, refetch } = useQuery(rulesQuery);
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Rule | 'new' | null>(null);
  const [draft, setDraft] = useState<RuleDraft>(NEW_RULE);
  if (!data && isError) {
    return (
      <FailurePicture
        className="py-14"
        message={messageOf(error, 'We couldn’t load your rules.')}
        onRetry={() => void refetch()}
      />
    );
  }
  const rules = data?.rules ?? [];
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <Button look="secondary" className="mt-5 w-full" disabled={!data} onClick={() => setOpened('new')}>
        <Plus size={18} aria-hidden="true" />
        New rule
      </Button>
      {!data ? (
        <RulesSkeleton />
      ) : rules.length === 0 ? (
        <NoRules />
      ) : (
        <ul className="mt-6 rounded-medium border border-line bg-card">
          {rules.map((rule) => (
            <RuleRow key={rule.merchantKey} rule={rule} focusFallback={list} onOpen={() => setOpened(rule)} />
          ))}
        </ul>
      )}
      {opened !== null && (
        <RuleSheet
          rule={opened === 'new' ? undefined : opened}
          rules={rules}
          draft={draft}
          onDraft={setDraft}
          focusFallback={list}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function RuleRow({
  rule,
  focusFallback,
  onOpen,
}: {
  rule: Rule;
  focusFallback: RefObject<HTMLElement | null>;
  onOpen: () => void;
}) {
  const leaving = useFocusFallback(focusFallback);
  const remove = useRemoveRule();
  return (
    <li
      ref={leaving}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-line px-inset py-1.5 not-first:border-t"
    >
      <button
        type="button"
        onClick={onOpen}
        className="-mx-2 min-h-11 min-w-0 flex-[1_1_9rem] rounded-small px-2 py-1 text-left hover:bg-paper"
      >
        <span className="sr-only">Change the rule for</span>{' '}
        <span className="block font-bold wrap-anywhere">{rule.merchant}</span>{' '}
        <span className="block text-small wrap-anywhere text-ink-soft">{ruleWords(rule)}</span>
      </button>
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
        No rules yet. When you change a bank expense, we’ll offer to make it a rule.
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
