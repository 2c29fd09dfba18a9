import { lazy, useState, type ComponentType } from 'react';

/** A screen whose code is loaded when it is first shown, or ahead of that by `preload`. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const Lazy = lazy(load);
  const LazyScreen = (props: Props) => {
    // React shows a fallback for 300 ms even before code that is there already.
    const [Screen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Screen {...props} />;
  };
  const preload = async () => {
    try {
      loaded = (await load()).default;
    } catch {
      // It is loaded again, and its failure shown, when the screen is.
    }
  };
  return Object.assign(LazyScreen, { preload });
}
