export const MAP_COLUMNS = 13;

/** Null for keys that don't move. */
export function squareAfterKey(key: string, index: number, count: number): number | null {
  const rowStart = index - (index % MAP_COLUMNS);
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - MAP_COLUMNS,
    ArrowDown: index + MAP_COLUMNS,
    Home: rowStart,
    End: Math.min(rowStart + MAP_COLUMNS, count) - 1,
  };
  const target = targets[key];
  if (target === undefined) return null;
  return target >= 0 && target < count ? target : index;
}
