import { ChevronDown } from 'lucide-react';

export interface FigureTable {
  caption: string;
  /** The first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a page's charts show, in figures, behind one line. */
export function AsTable({ tables }: { tables: readonly FigureTable[] }) {
  const isOne = tables.length === 1;
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        {isOne ? 'As a table' : 'As tables'}
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      {tables.map(({ caption, columns, rows }) => (
        <div key={caption} className="mb-5 last:mb-0">
          {!isOne && (
            <p aria-hidden="true" className="mb-2 font-bold">
              {caption}
            </p>
          )}
          <div
            tabIndex={0}
            role="region"
            aria-label={caption}
            className="max-h-72 overflow-auto rounded-small border border-line bg-card px-4"
          >
            <table className="w-full">
              <caption className="sr-only">{caption}</caption>
              <thead>
                <tr className="text-ink-soft">
                  {columns.map((column, index) => (
                    <th
                      key={column}
                      scope="col"
                      className={`py-2 font-normal ${index === 0 ? 'text-left' : 'pl-3 text-right'}`}
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={name} className="border-t border-line">
                    <th scope="row" className="py-2 text-left font-normal">
                      {name}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={index} className="py-2 pl-3 text-right">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ))}
    </details>
  );
}
