import { useState, type ReactNode } from 'react';
import { TextButton } from '../../shared/ui/button.tsx';

/** A list in a card that shows its first entries and a button for the rest. */
export function ShortList({ items, shortLength }: { items: readonly ReactNode[]; shortLength: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const isShort = !isWhole && items.length > shortLength;
  return (
    <>
      <ul className="rounded-medium border border-line bg-card px-4">
        {isShort ? items.slice(0, shortLength) : items}
      </ul>
      {isShort && (
        <TextButton onClick={() => setIsWhole(true)} className="mt-1">
          Show all {items.length}
        </TextButton>
      )}
    </>
  );
}
