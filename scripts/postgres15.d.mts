export function preparePostgres15(): {
  folder: string;
  run: (program: string, args: readonly string[]) => void;
};
export const INITDB_OPTIONS: readonly string[];
export function serverOptions(settings: Readonly<Record<string, string>>): string;
