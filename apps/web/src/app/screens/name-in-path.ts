import { useLocation } from 'wouter';

export function useNameInPath(): string {
  const [path] = useLocation();
  return nameInPath(path);
}

/** The token of `/m/:token`, for example. */
export function nameInPath(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? '';
}
