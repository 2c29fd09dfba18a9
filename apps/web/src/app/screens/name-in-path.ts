import { useLocation } from 'wouter';

/** Returns the last part of the path, such as the token of `/m/:token`. */
export function useNameInPath(): string {
  const [path] = useLocation();
  return path.split('/').findLast((part) => part !== '') ?? '';
}
