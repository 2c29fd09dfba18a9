import { useLocation } from 'wouter';

/** The token of `/m/:token`, for example. */
export function useNameInPath(): string {
  const [path] = useLocation();
  return path.split('/').findLast((part) => part !== '') ?? '';
}
