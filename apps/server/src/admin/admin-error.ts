/** The command prints only its message. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

export class UsageError extends AdminError {}
