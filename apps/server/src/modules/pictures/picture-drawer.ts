import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from '../../db/database.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { PictureSpec } from './picture-spec.ts';
import { Pictures, type Picture } from './pictures.ts';

/** Each takes a core for a tenth of a second. */
const DRAWINGS = { name: 'drawings', times: 20 };

/** Throws RATE_LIMITED. */
export type DrawPicture = (ownerId: string, spec: PictureSpec) => Promise<Picture>;

export function pictureDrawer(app: FastifyInstance, db: DatabasePool): DrawPicture {
  const pictures = new Pictures();
  const drawings = new RateLimit(db, DRAWINGS);
  app.addHook('onClose', () => pictures.close());
  return async (ownerId, spec) => {
    if (!pictures.has(spec)) await drawings.spend(ownerId);
    return pictures.draw(spec);
  };
}
