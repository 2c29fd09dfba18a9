import type { ErrorBody, ErrorCode } from '@oinkly/contract/errors';
import { PROBLEM_PARAMETER } from '@oinkly/contract/own-paths';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { isDeletedUserError } from '../db/deleted-user-error.ts';
import { messageOf } from '../log/log-errors.ts';
import { networkOf } from './rate-limit.ts';
import { HEADERS_OF_NO_PAGE } from './security-headers.ts';
import { InvalidInput } from './validation.ts';

const RETRY_AFTER_S = 5;

const FRAMEWORK_ERRORS = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
} as const;

/** Answers errors with the catalogue's body, and unknown paths under `/api` with a JSON 404. */
export function answerErrors(app: FastifyInstance, clock: () => Date): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const userId = (request.session ?? request.personalToken)?.user.id;
    const appError = toAppError(error, userId);
    const who = { network: networkOf(request.ip), ...(userId !== undefined && { userId }) };
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    if (appError.entry.status >= 500)
      request.log.error({ ...who, route, code: appError.code, err: error }, 'request failed');
    else
      request.log.info(
        { ...who, route, code: appError.code, cause: messageOf(appError.cause) },
        'request refused',
      );
    if (request.routeOptions.config.isNavigation)
      return reply.redirect(`/?${PROBLEM_PARAMETER}=${appError.code}`);
    return sendError(reply, request, appError, clock());
  });
}

export function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  error: AppError,
  now: Date,
): FastifyReply {
  const body = bodyOf(error, request.id, now);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(error.entry.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function bodyOf(error: AppError, requestId: string, now: Date): ErrorBody {
  const { type, retryable, actionRequired } = error.entry;
  return {
    message: error.message,
    error: error.message,
    error_code: error.code,
    error_type: type,
    retryable,
    action_required: actionRequired,
    timestamp: now.toISOString(),
    request_id: requestId,
    ...(error.fields && { fields: error.fields }),
  };
}

/** Answers requests refused before routing, such as a far too long address. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // No hook has run (SEC-7).
  void sendError(reply.headers(HEADERS_OF_NO_PAGE), request, toAppError(error), new Date());
}

const CONNECTION_ERRORS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'PAYLOAD_TOO_LARGE',
};

/** Answers what is not HTTP, has endless headers or stalls. */
export function answerClientError(this: FastifyInstance, cause: ConnectionError, socket: Socket): void {
  if (cause.code === 'ECONNRESET' || socket.destroyed) return;
  // On an unused connection, a browser would take an answer for that of its next request.
  if (socket.bytesRead === 0) {
    socket.destroySoon();
    return;
  }
  const code = CONNECTION_ERRORS[cause.code] ?? 'VALIDATION_FAILED';
  const error = new AppError(code, { cause });
  const requestId = randomUUID();
  this.log.info({ reqId: requestId, code, cause: messageOf(cause) }, 'request refused');
  const body = JSON.stringify(bodyOf(error, requestId, new Date()));
  const headers = Object.entries({
    ...HEADERS_OF_NO_PAGE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const { status } = error.entry;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

export function toAppError(
  error: Error & { code?: string; statusCode?: number | undefined },
  userId?: string,
): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidInput)
    return new AppError('VALIDATION_FAILED', { cause: error, fields: error.fields });
  const known = Object.entries(FRAMEWORK_ERRORS).find(([code]) => code === error.code);
  if (known) return new AppError(known[1], { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('VALIDATION_FAILED', { cause: error });
  }
  // Deleted during this request, with the sessions.
  if (userId !== undefined && isDeletedUserError(error, userId))
    return new AppError('UNAUTHORIZED', { cause: error });
  if (isDatabaseUnavailable(error))
    return new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_S });
  return new AppError('INTERNAL_ERROR', { cause: error });
}
