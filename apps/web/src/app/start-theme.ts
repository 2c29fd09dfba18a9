import { applyTheme, storedTheme } from '../shared/theme/theme.ts';

// Runs before the first paint, which would otherwise flash in the system's theme.
applyTheme(storedTheme());
