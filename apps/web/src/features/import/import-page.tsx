import { fileKindOf } from '@oinkly/domain/statements/layout';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useToday } from '../../shared/hooks/use-today.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportPreview, SAVING, type Imported } from './import-preview.tsx';
import { countOf } from './import-words.ts';
import { importsQuery, useUndoImport } from './imports-query.ts';
import { readInWorker } from './statement-file.ts';
import { useDroppedFile } from './use-dropped-file.ts';

/** Imports expenses from a file (PD-30): choose it, check the preview, import, and undo. */
export function ImportPage() {
  const imports = useQuery(importsQuery);
  const today = useToday();
  const [imported, setImported] = useState<Imported | null>(null);
  const reading = useMutation({
    mutationFn: async (file: File) => ({ fileName: file.name, read: await readInWorker(file, today) }),
  });
  const { mutate, reset } = reading;
  const [wasChosen, setWasChosen] = useState(false);
  const isSaving = useIsMutating({ mutationKey: SAVING }) > 0;
  const choose = useCallback(
    (file: File) => {
      // The messages must belong to the file being imported.
      if (isSaving) return;
      setWasChosen(true);
      setImported(null);
      mutate(file);
    },
    [mutate, isSaving],
  );
  const isOver = useDroppedFile(choose);
  const startOver = () => {
    setImported(null);
    reset();
  };

  if (imported) return <Done imported={imported} onOther={startOver} />;
  // Waits for remembered layouts, so that the preview doesn't change by itself.
  if (reading.data && !imports.isPending) {
    const { fileName, read } = reading.data;
    const kind = fileKindOf(read.table);
    return (
      <ImportPreview
        key={reading.submittedAt}
        fileName={fileName}
        read={read}
        remembered={imports.data?.layouts.find(({ fileKind }) => fileKind === kind)?.layout ?? null}
        onOther={startOver}
        onImported={setImported}
      />
    );
  }
  const isReading = reading.isPending || reading.data !== undefined;
  return (
    <>
      {reading.isError && (
        <p role="alert" className="mt-5 rounded-medium border border-line bg-card p-4">
          <span className="block font-medium wrap-anywhere">{reading.variables.name}</span>
          <span className="text-over-text">{messageOf(reading.error, 'We couldn’t read this file.')}</span>
        </p>
      )}
      <div role="status">
        {isReading && (
          <p className="flex items-center justify-center gap-3 py-20 text-ink-soft">
            <Spinner />
            <span className="min-w-0 wrap-anywhere">Reading {reading.variables.name}...</span>
          </p>
        )}
      </div>
      {!isReading && (
        <>
          <ChooseFile isOver={isOver} autoFocus={wasChosen} onChoose={choose} />
          <EarlierImports />
        </>
      )}
    </>
  );
}

function Done({ imported, onOther }: { imported: Imported; onOther: () => void }) {
  const undo = useUndoImport();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex flex-col items-center py-10 text-center">
      <Pig mood="proud" width={144} className="mb-6" />
      <h2 ref={heading} tabIndex={-1} className="font-soft text-title font-bold tracking-title">
        {countOf(imported.count, 'expense')} imported
      </h2>
      <p className="mt-1 text-balance text-ink-soft">Everything is in the right week.</p>
      <div className="mt-8 flex w-full flex-col gap-3">
        <Link href="/expenses" className={buttonClass('primary')}>
          See your expenses
        </Link>
        <Button
          look="secondary"
          isBusy={undo.isPending}
          onClick={() => undo.mutate(imported.id, { onSuccess: onOther })}
        >
          Undo import
        </Button>
        <Button look="quiet" onClick={onOther}>
          Import another file
        </Button>
      </div>
    </div>
  );
}
