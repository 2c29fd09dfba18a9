import { ACCEPTED_FILES } from '@oinkly/domain/statements/file-types';
import { FileUp } from 'lucide-react';
import { buttonClass } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';

export function ChooseFile({
  autoFocus,
  onChoose,
}: {
  /** Whether it replaces a focused element. */
  autoFocus: boolean;
  onChoose: (file: File) => void;
}) {
  return (
    <div className="mt-5 flex flex-col items-center rounded-large border-[1.5px] border-dashed border-line-strong bg-card px-card py-8 text-center">
      <Pig mood="content" width={112} className="mb-4" />
      <p className="font-medium text-balance">A file from your bank or another app</p>
      <p className="mt-1 mb-5 text-small text-balance text-ink-soft">
        CSV, OFX, QFX or QIF, up to 16 MB. You’ll see what’s in it before anything is saved.
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
          autoFocus={autoFocus}
          accept={ACCEPTED_FILES.join(',')}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            // Allows choosing the same file again after a correction.
            target.value = '';
          }}
        />
      </label>
      <p className="mt-3 text-small text-ink-soft">or drop it here</p>
    </div>
  );
}
