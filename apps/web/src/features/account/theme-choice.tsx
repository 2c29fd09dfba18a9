import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../shared/theme/theme.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

const CHOICES: { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** Light, dark, or as the device has it. Kept on this device. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(storedTheme);
  return (
    <section className="mt-9" aria-labelledby="appearance">
      <SectionHeading id="appearance">Appearance</SectionHeading>
      <div role="radiogroup" aria-labelledby="appearance" className="grid grid-cols-3 gap-2">
        {CHOICES.map(({ theme, label, icon: Icon }) => (
          <label
            key={theme}
            className="flex min-h-13 cursor-pointer items-center justify-center gap-x-2 gap-y-0.5 rounded-small max-[359px]:flex-col max-[359px]:py-2 border border-line-strong bg-card px-1 hover:bg-pink-wash has-checked:border-pink-deep has-checked:bg-pink-wash has-checked:font-bold has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={chosen === theme}
              onChange={() => {
                chooseTheme(theme);
                setChosen(theme);
              }}
              className="sr-only"
            />
            <Icon size={18} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </section>
  );
}
