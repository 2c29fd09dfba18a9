import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

/** Below this an answer fits in one packet anyway. */
const THRESHOLD_BYTES = 1024;
/** Up to this, compressing at once takes less than setting up a stream and the memory that it holds. */
const SYNC_THRESHOLD_BYTES = 1024 * 1024;
/** The best ratio that still costs less than sending what it saves. */
const BROTLI_QUALITY = 4;

/**
 * Compresses what the app answers; a year of expenses becomes a fortieth. Files of the site are compressed when it is built and
 * pass as they are. Session cookies do not travel with other sites' requests, so nobody can measure answers that hold their guesses.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    threshold: THRESHOLD_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    syncThreshold: SYNC_THRESHOLD_BYTES,
    globalDecompression: false,
  });
}
