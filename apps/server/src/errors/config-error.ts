/** A failed start prints only the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
