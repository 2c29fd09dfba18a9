import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useToday } from '../../shared/hooks/use-today.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { ProgressBar } from '../../shared/ui/progress-bar.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportPreview, SAVING, type Imported } from './import-preview.tsx';
import { countOf } from './import-words.ts';
import { importsQuery, useUndoImport } from './imports-query.ts';
import { useIncomingFile } from './incoming-file.ts';
import { StatementFile } from './statement-file.ts';

/** Imports expenses from a file (PD-30): choose it, check the preview, import, and undo. */
export function ImportPage() {
  const queryClient = useQueryClient();
  const today = useToday();
  const [imported, setImported] = useState<Imported | null>(null);
  const [progress, setProgress] = useState(0);
  const open = useRef<StatementFile>(null);
  useEffect(() => () => open.current?.close(), []);
  const reading = useMutation({
    mutationFn: async (file: File) => {
      open.current?.close();
      const statement = new StatementFile(file, today);
      open.current = statement;
      setProgress(0);
      // Without them, the file is read as it looks.
      const imports = await queryClient.query({ ...importsQuery, staleTime: 'static' }).catch(() => null);
      const read = await statement.open(imports?.layouts ?? [], setProgress);
      return { fileName: file.name, statement, read };
    },
  });
  const [wasChosen, setWasChosen] = useState(false);
  const isSaving = useIsMutating({ mutationKey: SAVING }) > 0;
  const choose = (file: File) => {
    // The messages must belong to the file being imported.
    if (isSaving) {
      toast({
        title: 'An import is running',
        description: 'Choose the file again when it’s done.',
        tone: 'problem',
      });
      return;
    }
    setWasChosen(true);
    setImported(null);
    reading.mutate(file);
  };
  useIncomingFile(choose);
  const startOver = () => {
    setImported(null);
    open.current?.close();
    reading.reset();
  };

  if (imported) return <Done imported={imported} onOther={startOver} />;
  if (reading.data) {
    return (
      <ImportPreview
        key={reading.submittedAt}
        {...reading.data}
        onOther={startOver}
        onImported={setImported}
      />
    );
  }
  const isReading = reading.isPending;
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
          <div className="py-20 text-center text-ink-soft">
            <p className="mb-3 wrap-anywhere">Reading {reading.variables.name}...</p>
            <ProgressBar label="Reading the file" percent={Math.round(100 * progress)} />
          </div>
        )}
      </div>
      {!isReading && (
        <>
          <ChooseFile autoFocus={wasChosen} onChoose={choose} />
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
