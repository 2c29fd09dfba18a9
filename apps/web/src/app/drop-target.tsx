import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Pig } from '../shared/ui/pig.tsx';
import { toast } from '../shared/ui/toast-store.ts';

/** Makes the whole page a target for files, and for text outside of fields. An open sheet keeps what is in it. */
export function DropTarget({
  onFiles,
  onText,
}: {
  onFiles: (files: File[]) => void;
  onText: (text: string) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  const isOwnDrag = useRef(false);
  const hold = useEffectEvent((event: DragEvent) => {
    const dragged = draggedIn(event, isOwnDrag.current);
    if (!event.dataTransfer || dragged === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(dragged === 'files' && !isSheetOpen());
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    const dragged = draggedIn(event, isOwnDrag.current);
    if (!event.dataTransfer || dragged === null) return;
    event.preventDefault();
    if (dragged === 'text') onText(event.dataTransfer.getData('text/plain'));
    else if (!isSheetOpen()) onFiles([...event.dataTransfer.files]);
    else
      toast({
        title: 'Close this first',
        description: 'Then drop the file again.',
        tone: 'problem',
      });
  });
  useEffect(() => {
    const mounted = new AbortController();
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      run: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, run, { signal: mounted.signal });
    listen('dragstart', () => (isOwnDrag.current = true));
    listen('dragend', () => (isOwnDrag.current = false));
    listen('dragover', (event) => hold(event));
    listen('dragleave', (event) => {
      // It left the window, not just an element.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => drop(event));
    return () => mounted.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-50 animate-fade bg-paper p-gutter">
      <div className="flex h-full flex-col items-center justify-center rounded-large border-[1.5px] border-dashed border-pink-deep bg-pink-wash px-card text-center">
        <Pig mood="proud" width={144} className="mb-6" />
        <p className="font-soft text-title font-bold tracking-title">Drop to import</p>
        <p className="mt-1 text-balance text-ink-soft">You’ll see what’s in it before anything is saved.</p>
      </div>
    </div>
  );
}

/** What a drag brings from outside of the page; null for what the browser handles, such as text over a field. */
function draggedIn({ dataTransfer, target }: DragEvent, isOwnDrag: boolean): 'files' | 'text' | null {
  const types = dataTransfer?.types ?? [];
  if (isOwnDrag) return null;
  if (types.includes('Files')) return 'files';
  const isText = types.includes('text/plain') && !types.includes('text/uri-list');
  const isOverField = target instanceof Element && target.closest('input, textarea') !== null;
  return isText && !isOverField && !isSheetOpen() ? 'text' : null;
}

function isSheetOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
