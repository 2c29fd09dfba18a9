import type { Rule, RuleMerchant } from '@oinkly/contract/rules';

import { merchantKey as merchantKeyOf } from '@oinkly/domain/classification';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { MAX_EXPENSE_NAME_LENGTH } from '@oinkly/domain/expense-fields';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../../shared/ui/failure-toast.ts';
import { SelectField, TextField } from '../../../shared/ui/field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { SaveOrCancel } from '../expense-fields.tsx';
import { countedChoice, draftOf, NEW_RULE, settingsOf, type RuleDraft } from './rule-draft.ts';
import { useReplaceRule } from './rule-mutations.ts';
import { merchantsQuery } from './rules-query.ts';

const MOST_OFFERED = 4;
type Problem = Partial<Record<'merchant' | 'category', string>>;

/** Changes a rule, or makes one for a merchant that is chosen or typed (PD-73). Only Cancel and Save drop a new rule's `draft`. */
export default function RuleSheet({
  rule,
  rules,
  draft,
  onDraft,
  focusFallback,
  onClose,
}: {
  /** Undefined for a new one. */
  rule: Rule | undefined;
  rules: readonly Rule[];
  draft: RuleDraft;
  onDraft: (draft: RuleDraft) => void;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [fields, setFields] = useState(rule ? draftOf(rule) : draft);
  const [problem, setProblem] = useState<Problem>({});
  const merchantField = useRef<HTMLInputElement>(null);
  const categoryField = useRef<HTMLSelectElement>(null);
  const replace = useReplaceRule();
  const change = (changed: Partial<RuleDraft>) => {
    setFields({ ...fields, ...changed });
    setProblem({});
  };
  const merchant = rule ? rule.merchant : fields.merchant.trim();
  const merchantKey = rule ? rule.merchantKey : merchantKeyOf(merchant);
  const before = rule ?? rules.find((one) => one.merchantKey === merchantKey);
  const close = () => {
    if (!rule) onDraft(fields);
    onClose();
  };
  const done = () => {
    if (!rule) onDraft(NEW_RULE);
    onClose();
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (replace.isPending) return;
    const wanted = { merchantKey, merchant, ...settingsOf(fields) };
    if (merchant === '') {
      setProblem({ merchant: 'Choose a merchant, or type its name.' });
      merchantField.current?.focus();
    } else if ((wanted.name ?? wanted.category ?? wanted.counted) === null) {
      setProblem({ category: 'Choose what the rule does: a name, a category or how it counts.' });
      categoryField.current?.focus();
    } else {
      replace.mutate({ rule: wanted, before }, { onSuccess: done });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={rule ? `Rule for ${rule.merchant}` : 'New rule'}
      focusFallback={focusFallback}
      focusesItself={rule !== undefined}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        {!rule && (
          <div>
            <TextField
              ref={merchantField}
              label="Merchant"
              autoComplete="off"
              maxLength={MAX_EXPENSE_NAME_LENGTH}
              value={fields.merchant}
              onChange={({ target }) => change({ merchant: target.value })}
              error={problem.merchant}
              hint={before && `You have a rule for ${before.merchant}. Saving replaces it.`}
            />
            <Merchants
              typed={merchant}
              onChoose={(chosen) => {
                const known = rules.find((one) => one.merchantKey === chosen.merchantKey);
                change({ ...(known && draftOf(known)), merchant: chosen.merchant });
                categoryField.current?.focus();
              }}
            />
          </div>
        )}
        <SelectField
          ref={categoryField}
          label="Category"
          value={fields.category}
          onChange={({ target }) => change({ category: target.value })}
          error={problem.category}
        >
          <option value="">As your bank says</option>
          {EXPENSE_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <SelectField
          label="In your weeks"
          value={fields.counted}
          onChange={({ target }) => change({ counted: countedChoice(target.value) })}
        >
          <option value="">As usual</option>
          <option value="yes">Count it</option>
          <option value="no">Don’t count it</option>
        </SelectField>
        <TextField
          label="Name"
          autoComplete="off"
          placeholder="As your bank writes it"
          maxLength={MAX_EXPENSE_NAME_LENGTH}
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SaveOrCancel onCancel={done} isBusy={replace.isPending} />
      </form>
    </Dialog>
  );
}

/** The merchants of the user's banks whose names contain what is typed. None once one of them is typed. */
function Merchants({ typed, onChoose }: { typed: string; onChoose: (merchant: RuleMerchant) => void }) {
  const { data, isError, error, refetch } = useQuery(merchantsQuery);
  if (!data) {
    return (
      <div className="mt-2">
        {isError ? (
          <FailureNotice
            message={messageOf(error, 'We couldn’t load your merchants.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="h-45 w-full rounded-small" />
        )}
      </div>
    );
  }
  const key = typed === '' ? '' : merchantKeyOf(typed);
  if (data.merchants.some(({ merchantKey }) => merchantKey === key)) return null;
  const offered = data.merchants
    .filter(({ merchantKey }) => merchantKey.includes(key))
    .slice(0, MOST_OFFERED);
  if (offered.length === 0) {
    return (
      <p className="mt-2 text-small text-ink-soft">
        {typed === ''
          ? 'Your banks haven’t reported a purchase yet. Type the name of a merchant.'
          : `No purchase at ${typed} yet. The rule will wait for the first one.`}
      </p>
    );
  }
  return (
    <ul aria-label="Your merchants" className="mt-2">
      {offered.map((one) => (
        <li key={one.merchantKey} className="border-line not-first:border-t">
          <button
            type="button"
            onClick={() => onChoose(one)}
            className="-mx-2 flex min-h-11 w-[calc(100%+var(--spacing)*4)] flex-wrap items-baseline gap-x-3 rounded-small px-2 py-2.5 text-left hover:bg-paper"
          >
            <span className="max-w-full flex-[1_1_6rem] wrap-anywhere">{one.merchant}</span>{' '}
            <span className="text-small text-ink-soft">{purchasesWords(one.purchases)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function purchasesWords(count: number): string {
  return count === 1 ? '1 purchase' : `${count.toLocaleString('en-US')} purchases`;
}
