import {
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useRouter } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';

interface Address {
  path: string;
  search: string;
}

const AddressContext = createContext<Address>({ path: '/', search: '' });

/**
 * Gives the page the address that it shows. It follows the browser's in a render that paints and taps can interrupt: drawing a screen takes longer
 * than a tap may wait. What must follow at once, such as the marked tab, reads the browser's own.
 */
export function ShownAddress({ children }: { children: ReactNode }) {
  const router = useRouter();
  const path = usePathname(router);
  const search = useSearch(router);
  const address = useMemo(() => ({ path, search }), [path, search]);
  const deferred = useDeferredValue(address);
  const wentBack = useWentBack();
  // A screen follows its own search at once: it holds what is chosen in fields.
  const followsAtOnce = wentBack || deferred.path === path;
  return <AddressContext value={followsAtOnce ? address : deferred}>{children}</AddressContext>;
}

/** Whether the last change of the address went back or forward: the browser restores the scroll position right after, for which the screen must be there. */
function useWentBack(): boolean {
  const [wentBack, setWentBack] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const note = (type: string, isBack: boolean) =>
      addEventListener(type, () => setWentBack(isBack), { signal: listening.signal });
    note('popstate', true);
    // Wouter dispatches it.
    note('pushState', false);
    return () => listening.abort();
  }, []);
  return wentBack;
}

/** For wouter. */
export function useShownPath(): [string, typeof navigate] {
  return [useContext(AddressContext).path, navigate];
}

/** For wouter. */
export function useShownSearch(): string {
  return useContext(AddressContext).search;
}
