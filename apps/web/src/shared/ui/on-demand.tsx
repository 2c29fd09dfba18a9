import { useEffect, useState, type ComponentType } from 'react';

/**
 * Returns a component for what opens later, such as a sheet: its code loads when it is first shown, and until then it shows nothing. React's `lazy`
 * would show it 300 ms after the tap at the earliest. If the code does not load, the component throws.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      load().then(
        (module) => setPart(() => (loaded = module.default)),
        (error: unknown) =>
          setPart(() => {
            throw error;
          }),
      );
    }, []);
    return Part && <Part {...props} />;
  };
}
