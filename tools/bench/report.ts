interface Row {
  measured: string;
  result: string;
  target: string;
  comparison: string;
}

export function newReport() {
  const rows: Row[] = [];
  return {
    report: (measured: string, result: string, target: string, comparison = '') =>
      void rows.push({ measured, result, target, comparison }),
    print: () => console.table(rows),
  };
}

export function ms(duration: number): string {
  return `${duration < 10 ? duration.toFixed(2) : Math.round(duration).toLocaleString('en-US')} ms`;
}

export function mb(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

export function ratio(figure: number, best: number): string {
  return `ratio ${(figure / best).toFixed(1)}`;
}
