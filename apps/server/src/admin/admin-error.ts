/** A command that cannot be done. Only its message is printed. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

export class UsageError extends AdminError {}
