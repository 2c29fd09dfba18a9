import { ChevronDown } from 'lucide-react';

/** The first column names the row. */
export function AsTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        As a table
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
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
    </details>
  );
}
