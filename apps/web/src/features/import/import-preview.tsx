import type { Guess } from '@oinkly/domain/statements/guess-layout';
import { fileKindOf, isComplete, type Layout } from '@oinkly/domain/statements/layout';
import { isOwnExport } from '@oinkly/domain/statements/own-export';
import type { Proof } from '@oinkly/domain/statements/prove-statement';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useToday } from '../../shared/hooks/use-today.ts';
import { ApiError } from '../../shared/http/api-error.ts';
import { useCountFixedBills } from '../../shared/http/current-user.ts';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { newRequestId } from '../../shared/http/request-id.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import type { FileTable, Statement, StatementLines } from './file-table.ts';
import { countsOf, draftOf, ifNew, NO_DECISIONS, tickedExpenses, type Decisions } from './import-draft.ts';
import { countOf, lineCountWords, lineWord, proofWords, shareOf, sumWords } from './import-words.ts';
import { refreshAfterImport, useUndoImport } from './imports-query.ts';
import { LayoutForm, layoutWords } from './layout-form.tsx';
import { LayoutQuestion, openQuestion } from './layout-question.tsx';
import { PreviewList } from './preview-list.tsx';
import { checkRows, newAttempt, saveImport, type Attempt, type CheckedRows } from './save-import.ts';

const NO_CURRENCIES: string[] = [];
const NOTHING_KNOWN: CheckedRows = { known: new Map(), overlap: null };
const NO_LINES: Pick<StatementLines, 'rows' | 'farAway'> = { rows: [], farAway: new Set() };

export const SAVING = ['imports/save'];

export interface Imported {
  id: string;
  count: number;
}

/** Up to 10,000 selected rows are added at once or not at all. */
export function ImportPreview({
  fileName,
  statement,
  read: { table, guess },
  onOther,
  onImported,
}: {
  fileName: string;
  statement: Statement;
  /** Of the table, the first value of each column. */
  read: FileTable;
  onOther: () => void;
  onImported: (imported: Imported) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused control has disappeared.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  const queryClient = useQueryClient();
  const [reading, setReading] = useState(guess);
  const { layout } = reading;
  const [decisions, setDecisions] = useState<Decisions>(NO_DECISIONS);
  const [fileKey] = useState(newRequestId);
  const question = openQuestion(reading);
  const canRead = isComplete(layout, table) && question === null;
  const ofFile = {
    // Other files differ, and existing expenses may change.
    gcTime: 0,
    // Comparing so many rows with earlier ones takes longer than drawing them.
    structuralSharing: false,
    // A correction must not empty the list for a moment.
    placeholderData: keepPreviousData,
  };
  const reader = useQuery({
    queryKey: ['imports/lines', fileKey, layout, countFixedBills],
    queryFn: () => statement.lines(layout, countFixedBills),
    enabled: canRead,
    ...ofFile,
  });
  const lines = canRead ? reader.data : undefined;
  const areLinesRead = lines !== undefined && !reader.isPlaceholderData;
  const [compared, setCompared] = useState(0);
  const check = useQuery({
    queryKey: ['imports/check', fileKey, layout],
    queryFn: ({ signal }) => {
      setCompared(0);
      return lines ? checkRows(lines, setCompared, signal) : NOTHING_KNOWN;
    },
    enabled: areLinesRead,
    ...ofFile,
  });
  // Nothing is offered until the existing expenses are known.
  const checked = lines ? check.data : undefined;
  const offered = lines && checked ? lines : NO_LINES;
  const { known, overlap } = checked ?? NOTHING_KNOWN;
  const ticked = useMemo(() => tickedExpenses(offered, known, decisions), [offered, known, decisions]);
  const counts = useMemo(() => countsOf(offered, known, decisions), [offered, known, decisions]);
  const sums = useMemo(() => sumWords(ticked, countFixedBills), [ticked, countFixedBills]);
  const draftAt = useCallback(
    (index: number) => draftOf(offered, index, known, decisions),
    [offered, known, decisions],
  );

  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationKey: SAVING,
    mutationFn: (attempt: Attempt) => {
      setSaved(attempt.saved);
      const remembered = remembersLayout(table) && { layout: { fileKind: fileKindOf(table), layout } };
      return saveImport(attempt, { fileName: fileName.slice(0, 200), ...remembered }, setSaved);
    },
    onSuccess: onImported,
    onError: (error, attempt) => {
      // The user is on another screen, where nothing continues the import.
      if (!heading.current) toastFailure(error, failureWords(error, attempt));
    },
    onSettled: () => refreshAfterImport(queryClient),
  });
  // The same rows sent again after a lost answer, or after some of their parts, are the same import.
  const continued = save.isError && !isUndone(save.error) ? save.variables : null;
  const checkAgain = () => {
    save.reset();
    void check.refetch();
  };
  const decide = (change: (before: Decisions) => Partial<Decisions>) => {
    // What is being sent no longer changes.
    if (save.isPending) return;
    // The sent rows may have arrived, and changed ones are a new import.
    const before = save.isError ? ifNew(decisions) : decisions;
    setDecisions({ ...before, ...change(before) });
    if (save.isError) checkAgain();
  };
  const readAs = (next: Guess) => {
    setReading(next);
    if (save.isError) setDecisions(ifNew(decisions));
    // As above; the new layout triggers its own check.
    save.reset();
  };
  const correct = useMutation({
    mutationFn: (next: Layout) => statement.guessAgain(reading, next),
    onSuccess: readAs,
  });
  const undo = useUndoImport();
  const afterUndo = () => {
    // If it failed, the imported rows are still there.
    setDecisions(ifNew);
    checkAgain();
  };
  const isChecked =
    areLinesRead && check.isSuccess && !check.isFetching && !check.isPlaceholderData && !correct.isPending;
  const tickOf = (isTicked: boolean) => isTicked && (isChecked && !save.isError ? true : 'if-new');

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
          reading={correct.isPending ? { ...reading, layout: correct.variables } : reading}
          currencies={lines?.currencies ?? NO_CURRENCIES}
          onChange={(next) => !save.isPending && correct.mutate(next)}
        />
      )}
      {correct.isError && (
        <FailureNotice
          message={messageOf(correct.error, '')}
          onRetry={() => correct.mutate(correct.variables)}
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
      {canRead && reader.isError && (
        <div className="mt-6">
          <FailureNotice message={messageOf(reader.error, '')} onRetry={() => void reader.refetch()} />
        </div>
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
        {canRead && !checked && (reader.isFetching || check.isFetching) && (
          <p className="text-ink-soft">
            Checking for duplicates
            {lines && lines.parts.length > 1 && `: ${shareOf(compared, lines.indexes.expense.length)}`}...
          </p>
        )}
        {lines && checked && (
          <Summary
            expenses={ticked.length}
            sums={sums}
            lines={lineCountWords(table, counts)}
            outcome={
              lines.proof.outcome === 'not-checked' && overlap !== null ? 'proven' : lines.proof.outcome
            }
            proofText={proofWords(table, lines.proof, overlap)}
          />
        )}
      </div>
      {lines && checked && (
        <>
          <PreviewList
            lines={lines}
            draftAt={draftAt}
            lineWord={lineWord(table)}
            today={today}
            countFixedBills={countFixedBills}
            onTickAll={(isTicked) =>
              decide(({ ticked: before }) => ({
                all: tickOf(isTicked),
                ticked: new Map([...before].filter(([index]) => lines.farAway.has(index))),
              }))
            }
            onTick={(indexes, isTicked) =>
              decide((before) => ({
                ticked: new Map([
                  ...before.ticked,
                  ...Array.from(indexes, (index) => [index, tickOf(isTicked)] as const),
                ]),
              }))
            }
            onCategory={(index, category) =>
              decide((before) => ({ categories: new Map([...before.categories, [index, category]]) }))
            }
          />
          <div className="sticky bottom-26 z-10 mt-6">
            {save.isError && (
              <div
                role="alert"
                className="mb-3 rounded-medium border border-line bg-card p-4 text-over-text shadow-float"
              >
                <p>
                  {messageOf(save.error, 'The import failed').replace(/\.$/, '')}.{' '}
                  {continued && continued.saved > 0
                    ? `${shareOf(continued.saved, continued.expenses.length)} expenses are imported. Try again to add the rest, or undo.`
                    : 'You can try again without creating duplicates.'}
                </p>
                {continued && continued.saved > 0 && (
                  <TextButton
                    disabled={undo.isPending}
                    onClick={() => undo.mutate(continued.requestId, { onSettled: afterUndo })}
                  >
                    Undo
                  </TextButton>
                )}
              </div>
            )}
            <Button
              className="w-full shadow-float"
              disabled={ticked.length === 0 || !isChecked || undo.isPending}
              isBusy={save.isPending}
              onClick={() => save.mutate(continued ?? newAttempt(ticked))}
            >
              {save.isPending
                ? saved === 0
                  ? 'Importing...'
                  : `Importing ${shareOf(saved, ticked.length)}...`
                : ticked.length === 0
                  ? 'Nothing to import'
                  : `Import ${countOf(ticked.length - (continued?.saved ?? 0), 'expense')}`}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** The import was undone on another page, so it can't be continued. */
function isUndone(error: Error): boolean {
  return error instanceof ApiError && error.code === 'IMPORT_NOT_FOUND';
}

function failureWords(error: Error, { saved, expenses }: Attempt): { title: string; description?: string } {
  const isPartThere = saved > 0 && !isUndone(error);
  const there = `${shareOf(saved, expenses.length)} expenses are imported.`;
  return {
    title: 'The import failed',
    ...(isPartThere && { description: `${there} Open the file again to add the rest.` }),
  };
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
  currencies,
  onChange,
}: {
  table: FileTable['table'];
  reading: Guess;
  /** Of the expenses; empty while a question is open. */
  currencies: readonly string[];
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
            : layoutWords(table, reading, currencies)}
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
