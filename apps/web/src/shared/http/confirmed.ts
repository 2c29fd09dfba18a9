/** When the page was filled with last known data, by the browser's clock; 0 if it was not. */
let filledAtMs = 0;

/** Call it before the page is filled with last known data. Returns the time. */
export function noteLastKnown(): number {
  filledAtMs = Date.now();
  return filledAtMs;
}

/** False for what is shown from the last start until the server answers. */
export function isConfirmed(updatedAtMs: number): boolean {
  return updatedAtMs >= filledAtMs;
}
