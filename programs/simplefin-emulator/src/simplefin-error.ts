/** An answer other than 200, with JSON `errors` as the real server sends them. */
export class SimplefinError extends Error {
  override readonly name = 'SimplefinError';
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.httpStatus = httpStatus;
  }

  get body(): { errors: string[] } {
    return { errors: [this.message] };
  }
}
