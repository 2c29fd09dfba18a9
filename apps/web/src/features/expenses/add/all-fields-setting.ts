/** Whether the sheet for a new expense opens with all its fields, as last used on this device. */
const KEY = 'oinkly.allExpenseFields';

export function areAllFieldsShown(): boolean {
  return window.localStorage.getItem(KEY) !== null;
}

export function showAllFields(isShown: boolean): void {
  if (isShown) window.localStorage.setItem(KEY, 'yes');
  else window.localStorage.removeItem(KEY);
}
