import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { ImportsView } from './expense-import.service.ts';

export function presentImports({ imports, layouts }: ImportsView): RouteResponse<'listImports'> {
  return {
    imports: imports.map(({ createdAt, ...rest }) => ({ ...rest, importedAt: createdAt.toISOString() })),
    layouts,
  };
}
