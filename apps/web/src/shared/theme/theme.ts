/** What the person chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'theme';

/** The stored choice; `system` when there is none or the storage is closed to us. */
export function storedTheme(): Theme {
  try {
    const stored = window.localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // A browser that denies storage still gets the system's theme.
    return 'system';
  }
}

/** Shows the theme now, without storing it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows the theme and keeps it for later visits. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === 'system') window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
