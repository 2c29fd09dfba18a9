import type { z } from 'zod';
import type { TokenAccess } from './token-scopes.ts';

export type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * One call: where it is, who may make it, and its shapes. Unknown fields are errors, so a typo is never silently dropped. A call without
 * `response` redirects, or returns a file of the media type `download`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  /**
   * `user` answers 401 without a session; `provider` is for a bank-linking provider's server, which signs what it sends; `mail-program` is
   * for any program with a link from a mail, also without a session. A scope takes only personal tokens with that scope, from anywhere, and
   * no session; `token` takes any of a program.
   */
  access: 'anyone' | 'user' | 'provider' | 'mail-program' | TokenAccess;
  params?: z.ZodObject<Fields>;
  query?: z.ZodObject<Fields>;
  body?: z.ZodObject<Fields>;
  response?: z.ZodType;
  /** The media type of the returned file. */
  download?: string;
}
