import { applyTheme, storedTheme } from '../shared/theme/theme.ts';

// Runs before the first paint: later, the page would flash in the system's theme.
applyTheme(storedTheme());
