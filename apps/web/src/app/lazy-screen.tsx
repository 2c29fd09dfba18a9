import { lazy, useState, type ComponentType } from 'react';

export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const Lazy = lazy(load);
  const LazyScreen = (props: Props) => {
    // React shows a fallback for 300 ms even when the code has loaded.
    const [Screen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Screen {...props} />;
  };
  const preload = async () => {
    try {
      loaded = (await load()).default;
    } catch {
      // The screen loads the code again and shows the failure.
    }
  };
  return Object.assign(LazyScreen, { preload });
}
