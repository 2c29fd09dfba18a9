/** Puts a text on the clipboard. False where the browser does not allow it, as on plain http: the text is then to be shown. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused by a permission: the caller shows the text instead.
    return false;
  }
}
