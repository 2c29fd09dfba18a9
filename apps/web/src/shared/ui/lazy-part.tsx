import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Loader } from '../http/loader.ts';

interface Part<Props> {
  default: ComponentType<Props>;
  loader?: Loader;
}

interface LazyPart<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode;
  /** Never rejects, and returns null after a failure. */
  preload: () => Promise<Part<Props> | null>;
  /** Loads the code if wanted, and returns whether it has loaded. Throws a failure. */
  useIsLoaded: (isWanted: boolean) => boolean;
}

/**
 * Returns a component whose code loads by `preload`, or when it is first shown; until then it shows `fallback`, and after a failure it
 * throws. React's `lazy` shows a fallback for 300 ms. It also needs `Suspense`, and with that, React continues a drawn page in pieces:
 * effects of the first would change what the later ones were drawn from.
 */
export function lazyPart<Props extends object>(load: () => Promise<Part<Props>>): LazyPart<Props> {
  let loaded: Part<Props> | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const usePart = (isWanted: boolean) => {
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (!isWanted || part) return;
      loadOnce().then(setPart, (error: unknown) =>
        setPart(() => {
          throw error;
        }),
      );
    }, [isWanted, part]);
    return part;
  };
  function LazyPart(props: Props & { fallback?: ReactNode }) {
    const part = usePart(true);
    return part ? <part.default {...props} /> : props.fallback;
  }
  return Object.assign(LazyPart, {
    // The part loads the code again and shows the failure.
    preload: () => loadOnce().catch(() => null),
    useIsLoaded: (isWanted: boolean) => usePart(isWanted) !== null,
  });
}
