import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

/** A smaller answer fits in one packet. */
const THRESHOLD_BYTES = 1024;
/** Up to this size, one call is cheaper than a stream. */
const SYNC_THRESHOLD_BYTES = 1024 * 1024;
/** The best ratio that costs less than the bytes it saves. */
const BROTLI_QUALITY = 4;

/**
 * Session cookies don't travel with other sites' requests, so no site can measure guesses in a compressed
 * answer.
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
