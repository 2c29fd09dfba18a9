import type { ExpenseImport } from '@oinkly/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { countOf, shareOf } from './import-words.ts';
import { importsQuery, useUndoImport } from './imports-query.ts';

const whenWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

export function EarlierImports() {
  const query = useQuery(importsQuery);
  if (!query.data && query.isError) {
    return (
      <div className="mt-8">
        <FailureNotice
          message={messageOf(query.error, 'We couldn’t load earlier imports.')}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  if (!query.data || query.data.imports.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="earlier-imports">
      <SectionHeading id="earlier-imports">Earlier imports</SectionHeading>
      <ul>
        {query.data.imports.map((one) => (
          <EarlierImport key={one.id} earlier={one} />
        ))}
      </ul>
    </section>
  );
}

function EarlierImport({ earlier }: { earlier: ExpenseImport }) {
  const [isAsking, setIsAsking] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const undo = useUndoImport();
  const { id, fileName, rows, rowsInAll, remaining, importedAt } = earlier;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="wrap-break-word">{fileName}</p>
        <p className="text-small text-ink-soft">
          {countOf(remaining, 'expense')} · {whenWords.format(new Date(importedAt))}
          {rows < rowsInAll && ` · saved ${shareOf(rows, rowsInAll)}`}
        </p>
      </div>
      {isAsking ? (
        <div className="flex gap-2">
          {/* Ignores the repeats of a held key. */}
          <Button look="quiet" autoFocus onClick={() => setIsAsking(false)}>
            Keep
          </Button>
          <Button look="quiet" isBusy={undo.isPending} onClick={() => undo.mutate(id)}>
            Remove {countOf(remaining, 'expense')}
          </Button>
        </div>
      ) : (
        <Button
          look="quiet"
          aria-label={`Undo the import of ${fileName}`}
          autoFocus={wasAsked}
          onClick={() => {
            setIsAsking(true);
            setWasAsked(true);
          }}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
