/** Off, because dictation presses keys that were not meant (WCAG 2.1.4). */
const OFF_KEY = 'oinkly.shortcutsOff';

export function areShortcutsOn(): boolean {
  return window.localStorage.getItem(OFF_KEY) === null;
}

export function turnShortcuts(isOn: boolean): void {
  if (isOn) window.localStorage.removeItem(OFF_KEY);
  else window.localStorage.setItem(OFF_KEY, 'yes');
}
