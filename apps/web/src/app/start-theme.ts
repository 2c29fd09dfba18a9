import { applyTheme, storedTheme } from '../shared/theme/theme.ts';

// Later, the page would flash in the system's theme first.
applyTheme(storedTheme());
