import { chooseLayout } from '@oinkly/domain/statements/choose-layout';
import { guessAgain, type Guess } from '@oinkly/domain/statements/guess-layout';
import { fileKindOf, isComplete, type Layout } from '@oinkly/domain/statements/layout';
import { isOwnExport } from '@oinkly/domain/statements/own-export';
import { overlapOf } from '@oinkly/domain/statements/overlap';
import { NOT_CHECKED, proveStatement, type Proof } from '@oinkly/domain/statements/prove-statement';
import { readStatement, type ReadRow } from '@oinkly/domain/statements/read-statement';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useToday } from '../../shared/hooks/use-today.ts';
import { call } from '../../shared/http/call.ts';
import { useCountFixedBills } from '../../shared/http/current-user.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { newRequestId } from '../../shared/http/request-id.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import type { FileTable } from './file-table.ts';
import {
  comparedRows,
  countsOf,
  draftsOf,
  importedRows,
  NO_DECISIONS,
  type Decisions,
  type Known,
} from './import-draft.ts';
import { countOf, lineCountWords, lineWord, proofWords, sumWords } from './import-words.ts';
import { refreshAfterImport } from './imports-query.ts';
import { LayoutForm, layoutWords } from './layout-form.tsx';
import { LayoutQuestion, openQuestion } from './layout-question.tsx';
import { PreviewList } from './preview-list.tsx';

const NOTHING_KNOWN: Known[] = [];

export const SAVING = ['imports/save'];

export interface Imported {
  id: string;
  count: number;
}

/** One request adds all selected rows or none. */
export function ImportPreview({
  fileName,
  read: { table, guess },
  remembered,
  onOther,
  onImported,
}: {
  fileName: string;
  read: FileTable;
  /** The remembered layout for such files. */
  remembered: Layout | null;
  onOther: () => void;
  onImported: (imported: Imported) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused control has disappeared.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  const queryClient = useQueryClient();
  const [reading, setReading] = useState(() => chooseLayout(table, remembered, guess));
  const { layout } = reading;
  const [decisions, setDecisions] = useState<Decisions>(NO_DECISIONS);
  const [fileKey] = useState(newRequestId);
  const question = openQuestion(reading);
  const canRead = isComplete(layout, table) && question === null;
  const rows = useMemo(
    () => (canRead ? readStatement(table, layout, countFixedBills) : []),
    [table, layout, canRead, countFixedBills],
  );
  const proof = useMemo(
    () => (canRead ? proveStatement(table, layout) : NOT_CHECKED),
    [table, layout, canRead],
  );
  const compared = useMemo(() => comparedRows(rows), [rows]);
  const check = useQuery({
    queryKey: ['imports/check', fileKey, layout],
    queryFn: () => call('checkImport', { body: { rows: compared } }),
    enabled: compared.length > 0,
    // Other files differ, and existing expenses may change.
    gcTime: 0,
    // A correction must not empty the list for a moment.
    placeholderData: keepPreviousData,
  });
  // Nothing is offered until the existing expenses are known.
  const known = compared.length === 0 ? NOTHING_KNOWN : check.data?.known;
  const isChecked = known !== undefined && !check.isFetching && !check.isError;
  const drafts = useMemo(() => draftsOf(rows, known ?? NOTHING_KNOWN, decisions), [rows, known, decisions]);
  const overlap = useMemo(
    () => overlapOf(drafts.map((draft) => ({ day: draft.expense.day, isKnown: draft.known !== null }))),
    [drafts],
  );
  const ticked = drafts.filter(({ isTicked }) => isTicked);

  // The same rows sent again after a lost answer are the same request.
  const sent = useRef({ rows: '', requestId: '' });
  const save = useMutation({
    mutationKey: SAVING,
    mutationFn: () => {
      const body = importedRows(drafts);
      const text = JSON.stringify(body);
      if (sent.current.rows !== text) sent.current = { rows: text, requestId: newRequestId() };
      return call('importExpenses', {
        body: {
          requestId: sent.current.requestId,
          fileName: fileName.slice(0, 200),
          rows: body,
          ...(remembersLayout(table) && { layout: { fileKind: fileKindOf(table), layout } }),
        },
      });
    },
    onSuccess: ({ id, imported }) => onImported({ id, count: imported }),
    onSettled: () => refreshAfterImport(queryClient),
  });
  const decide = (next: Partial<Decisions>) => {
    setDecisions({ ...decisions, ...next });
    if (!save.isError) return;
    // The sent rows may have arrived, and changed ones are a new request.
    save.reset();
    void check.refetch();
  };
  const readAs = (next: Guess) => {
    setReading(next);
    // As above; the new layout triggers its own check.
    save.reset();
  };

  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 font-medium wrap-anywhere">
          {fileName}
        </h2>
        <TextButton onClick={onOther} disabled={save.isPending}>
          Choose another file
        </TextButton>
      </div>
      {canBeCorrected(table) && (
        <HowItIsRead
          table={table}
          reading={reading}
          rows={rows}
          onChange={(next) => readAs(guessAgain(table, reading, next, today))}
        />
      )}
      {question && (
        <LayoutQuestion
          key={question.about}
          question={question}
          onAnswer={(answer) => {
            readAs({
              layout: { ...layout, ...answer },
              questions: reading.questions.filter((one) => one !== question),
            });
            heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {canRead && check.isError && (
        <div className="mt-6">
          <FailureNotice
            message={`We couldn’t check for duplicates. ${messageOf(check.error, '')}`}
            onRetry={() => void check.refetch()}
          />
        </div>
      )}
      <div role="status" className="mt-6">
        {canRead && known === undefined && check.isFetching && (
          <p className="text-ink-soft">Checking for duplicates...</p>
        )}
        {canRead && known !== undefined && (
          <Summary
            expenses={ticked.length}
            sums={sumWords(
              ticked.map(({ expense }) => expense),
              countFixedBills,
            )}
            lines={lineCountWords(table, countsOf(rows, drafts))}
            outcome={proof.outcome === 'not-checked' && overlap !== null ? 'proven' : proof.outcome}
            proofText={proofWords(table, proof, overlap)}
          />
        )}
      </div>
      {canRead && known !== undefined && (
        <>
          <PreviewList
            rows={rows}
            drafts={drafts}
            lineWord={lineWord(table)}
            today={today}
            countFixedBills={countFixedBills}
            onTick={(some, isTicked) =>
              decide({
                ticked: new Map([
                  ...decisions.ticked,
                  ...some.map(({ index }) => [index, isTicked] as const),
                ]),
              })
            }
            onCategory={({ index }, category) =>
              decide({ categories: new Map([...decisions.categories, [index, category]]) })
            }
          />
          <div className="sticky bottom-26 z-10 mt-6">
            {save.isError && (
              <p
                role="alert"
                className="mb-3 rounded-medium border border-line bg-card p-4 text-over-text shadow-float"
              >
                {messageOf(save.error, 'The import failed').replace(/\.$/, '')}. You can try again without
                creating duplicates.
              </p>
            )}
            <Button
              className="w-full shadow-float"
              disabled={ticked.length === 0 || !isChecked}
              isBusy={save.isPending}
              onClick={() => save.mutate()}
            >
              {save.isPending
                ? 'Importing...'
                : ticked.length === 0
                  ? 'Nothing to import'
                  : `Import ${countOf(ticked.length, 'expense')}`}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** Oinkly's own export has a fixed layout. */
function canBeCorrected({ header }: FileTable['table']): boolean {
  return !(header !== null && isOwnExport(header));
}

/** Whether to remember the layout. All OFX files look alike, whatever the bank. */
function remembersLayout(table: FileTable['table']): boolean {
  return canBeCorrected(table) && table.format !== 'ofx';
}

function HowItIsRead({
  table,
  reading,
  rows,
  onChange,
}: {
  table: FileTable['table'];
  reading: Guess;
  /** Empty while a question is open. */
  rows: readonly ReadRow[];
  onChange: (layout: Layout) => void;
}) {
  const { layout } = reading;
  const isMissing = !isComplete(layout, table);
  const [isOpen, setIsOpen] = useState(isMissing);
  const panelId = useId();
  return (
    <section
      aria-label="How the file is read"
      className="mt-2 rounded-medium border border-line bg-card px-inset py-2"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-small wrap-break-word text-ink-soft">
          {isMissing
            ? 'Which columns hold the date, the description and the amount?'
            : layoutWords(table, reading, rows)}
        </p>
        <TextButton
          aria-label={`${isOpen ? 'Close' : 'Change'} how the file is read`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Change'}
        </TextButton>
      </div>
      {isOpen && (
        <div id={panelId} className="pt-1 pb-3">
          <LayoutForm table={table} layout={layout} onChange={onChange} />
          {remembersLayout(table) && (
            <p className="mt-3 text-small text-ink-soft">We’ll remember this for similar files.</p>
          )}
        </div>
      )}
    </section>
  );
}

function Summary({
  expenses,
  sums,
  lines,
  outcome,
  proofText,
}: {
  expenses: number;
  sums: ReturnType<typeof sumWords>;
  /** What becomes of the file's lines. */
  lines: string;
  outcome: Proof['outcome'];
  proofText: string;
}) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-soft text-title font-medium tracking-title">
        <span>{countOf(expenses, 'expense')} to import</span>
        <span className="font-bold">{sums.counted}</span>
      </p>
      {sums.without !== null && <p className="text-small text-ink-soft">{sums.without}</p>}
      <p className="text-small text-ink-soft">{lines}</p>
      <ProofLine outcome={outcome}>{proofText}</ProofLine>
    </>
  );
}

function ProofLine({ outcome, children }: { outcome: Proof['outcome']; children: string }) {
  if (outcome === 'not-checked') return <p className="text-small text-ink-soft">{children}</p>;
  const isProven = outcome === 'proven';
  const Icon = isProven ? CircleCheck : CircleAlert;
  return (
    <p
      className={`mt-2 flex gap-2 text-small font-medium ${isProven ? 'text-under-text' : 'text-over-text'}`}
    >
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
