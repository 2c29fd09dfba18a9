import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../shared/theme/theme.ts';
import { RadioTile } from '../../shared/ui/radio-tile.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

const CHOICES: { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** Light, dark, or the device's setting. Stored on this device. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(storedTheme);
  return (
    <section className="mt-9" aria-labelledby="appearance">
      <SectionHeading id="appearance">Appearance</SectionHeading>
      <div role="radiogroup" aria-labelledby="appearance" className="grid grid-cols-3 gap-2">
        {CHOICES.map(({ theme, label, icon: Icon }) => (
          <RadioTile
            key={theme}
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => {
              chooseTheme(theme);
              setChosen(theme);
            }}
          >
            <Icon size={18} aria-hidden="true" />
            {label}
          </RadioTile>
        ))}
      </div>
    </section>
  );
}
