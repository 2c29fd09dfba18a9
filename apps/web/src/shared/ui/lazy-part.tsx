import { lazy, useState, type ComponentType } from 'react';

/**
 * Returns a component for what the server draws: once `preload` has loaded its code, it shows at once. React's `lazy` would show a fallback for
 * 300 ms, and the server only that. `preload` never rejects.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const Lazy = lazy(load);
  const LazyPart = (props: Props) => {
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Part {...props} />;
  };
  const preload = async () => {
    try {
      loaded = (await load()).default;
    } catch {
      // The part loads the code again and shows the failure.
    }
  };
  return Object.assign(LazyPart, { preload });
}
