import { useLocation } from 'wouter';

/** The last part of the path, which names what the screen is about: the `:token` of `/m/:token`. */
export function useNameInPath(): string {
  const [path] = useLocation();
  return path.split('/').findLast((part) => part !== '') ?? '';
}
