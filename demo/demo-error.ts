/** Why there is no demo, in a sentence for whoever asked for one. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
