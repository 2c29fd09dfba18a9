/** One line of the report: what was measured, the figure, what it must reach, and what the machine does at best. */
interface Row {
  what: string;
  figure: string;
  target: string;
  beside: string;
}

/** A report that is printed when everything has been measured. */
export function newReport() {
  const rows: Row[] = [];
  return {
    report: (what: string, figure: string, target: string, beside = '') =>
      void rows.push({ what, figure, target, beside }),
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
