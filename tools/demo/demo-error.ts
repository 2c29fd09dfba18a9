/** One sentence for the operator. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
