/** A command that cannot be done. Its message is the one sentence that the command prints. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** The command line names no known command. */
export class UsageError extends AdminError {}
