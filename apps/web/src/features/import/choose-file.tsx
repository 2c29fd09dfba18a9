import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';

/** Takes a file: from the browser's own dialog, or dropped anywhere on the page. */
export function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const isOver = useDroppedFile(onChoose);
  return (
    <div
      className={`mt-5 flex flex-col items-center rounded-large border-[1.5px] border-dashed px-card py-8 text-center ${isOver ? 'border-pink-deep bg-pink-wash' : 'border-line-strong bg-card'}`}
    >
      <Pig mood={isOver ? 'proud' : 'content'} width={112} className="mb-4" />
      <p className="font-medium text-balance">A file from your bank or another app</p>
      <p className="mt-1 mb-5 text-small text-balance text-ink-soft">
        CSV, OFX, QFX or QIF, up to 5 MB. You see what is in it before anything is saved.
      </p>
      <label
        className={buttonClass(
          'primary',
          'w-full cursor-pointer has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus',
        )}
      >
        <FileUp size={20} aria-hidden="true" />
        Choose a file
        <input
          type="file"
          accept=".csv,.tsv,.txt,.ofx,.qfx,.qif,text/csv,application/x-ofx,application/vnd.intu.qfx"
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            // The same file may be chosen again, once it was corrected.
            target.value = '';
          }}
        />
      </label>
      <p className="mt-3 text-small text-ink-soft">or drop it here</p>
    </div>
  );
}

/** Takes a file that is dropped on the page, which the browser would otherwise open. Answers whether one is held over it. */
function useDroppedFile(onDrop: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Out of the window, not from one element to another.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      setIsOver(false);
      if (!file) return;
      event.preventDefault();
      onDrop(file);
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return isOver;
}
