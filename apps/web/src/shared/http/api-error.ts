/** Used when the server sent no code (specification, section 8). */
const DEFAULT_CODE = 'API_ERROR';

/** An answer that was not OK (ER-1, ER-2). A call without an answer throws `NoAnswer`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  /** ISO 8601, from the server. */
  readonly timestamp: string | undefined;
  /** The parsed JSON body, or the text. */
  readonly details: unknown;

  constructor(fields: {
    message: string;
    status: number;
    code?: string | undefined;
    retryable?: boolean | undefined;
    timestamp?: string | undefined;
    details: unknown;
  }) {
    super(fields.message);
    this.status = fields.status;
    this.code = fields.code ?? DEFAULT_CODE;
    this.retryable = fields.retryable ?? false;
    this.timestamp = fields.timestamp;
    this.details = fields.details;
  }
}

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const error = errorOfBody(response.status, response.statusText, text);
  // A refusal is an answer that the page shows. Its stack would look like a fault.
  const isRefusal = response.status < 500 && error.code !== DEFAULT_CODE;
  const { message, status, code, retryable, timestamp, details } = error;
  const logged = isRefusal ? { message, status, code, retryable, timestamp, details } : error;
  console.error(`${response.status} ${response.url}`, logged);
  return error;
}

function errorOfBody(status: number, statusText: string, text: string): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: a proxy or a foreign server answered.
    return new ApiError({ message: `${status}: ${text}`, status, retryable: status >= 500, details: text });
  }
  return new ApiError({
    message: textField(body, 'message') ?? statusText,
    status,
    code: textField(body, 'error_code'),
    retryable: fieldOf(body, 'retryable') === true,
    timestamp: textField(body, 'timestamp'),
    details: body,
  });
}

function textField(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}
