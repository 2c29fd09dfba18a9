import type { ComponentProps } from 'react';

/** The whole tile is the target. */
export function RadioTile({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center justify-center gap-x-2 gap-y-0.5 rounded-small border border-line-strong bg-card px-1 text-center hover:bg-pink-wash has-checked:border-pink-deep has-checked:bg-pink-wash has-checked:font-bold has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus max-[359px]:flex-col max-[359px]:py-2">
      <input type="radio" className="sr-only" {...input} />
      {children}
    </label>
  );
}
