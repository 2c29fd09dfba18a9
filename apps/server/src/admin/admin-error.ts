/** What was asked for cannot be done; its message is the one sentence that the command ends with. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** The command line says nothing that there is. */
export class UsageError extends AdminError {}
