import { useEffect, useEffectEvent } from 'react';
import { takeSharedFile } from '../../shared/from-other-app.ts';
import { toast } from '../../shared/ui/toast-store.ts';

/** The parts of the browser's launch queue used here. TypeScript does not know it yet. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void) => void;
}

declare global {
  interface Window {
    launchQueue?: LaunchQueue;
  }
}

let waiting: File | null = null;
const listeners = new Set<() => void>();

/** Hands a file to the import page, now or when it opens. Several are refused. */
export function offerFiles(files: readonly File[]): void {
  const [file, ...others] = files;
  if (!file) return;
  if (others.length > 0) {
    toast({ title: 'One file at a time', description: 'Please choose one of them.', tone: 'problem' });
    return;
  }
  waiting = file;
  for (const listener of listeners) listener();
}

/** Takes files that were dropped anywhere, opened from the file manager or shared by another app. */
export function useIncomingFile(onFile: (file: File) => void): void {
  const take = useEffectEvent(() => {
    const file = waiting;
    waiting = null;
    if (file) onFile(file);
  });
  useEffect(() => {
    const listener = () => take();
    listeners.add(listener);
    listener();
    window.launchQueue?.setConsumer(({ files }) => {
      offerLater(Promise.all(files.map((file) => file.getFile())));
    });
    offerLater(takeSharedFile().then((file) => (file ? [file] : [])));
    return () => void listeners.delete(listener);
  }, []);
}

function offerLater(files: Promise<File[]>): void {
  files.then(offerFiles, (error: unknown) => {
    console.warn('A file did not arrive', error);
    toast({
      title: 'Error',
      description: 'We can’t open this file. Please choose it again.',
      tone: 'problem',
    });
  });
}
