import { firstName } from '@oinkly/domain/display-name';
import { sharedMapOf, type SharedMap } from '@oinkly/domain/shared-map';
import type { Deps } from '../deps.ts';
import { readMapWeeks } from '../weeks/index.ts';
import { findShareOwner } from './share-links.ts';
import type { ShareOwner } from './sharing.queries.ts';

export interface SharedMapView extends SharedMap {
  ownerId: string;
  /** Null before the owner's onboarding. */
  name: string | null;
  /** On the picture; null unless the owner wants it there. */
  signature: string | null;
}

export async function readOwnMap(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Omit<ShareOwner, 'isOnBoard'>,
): Promise<SharedMapView> {
  const { year, weeks } = await readMapWeeks(deps, owner);
  const signature = owner.signsPictures ? firstName(owner.fullName) : null;
  return { ...sharedMapOf(weeks, year), ownerId: owner.id, name: owner.fullName, signature };
}

/** Throws NOT_FOUND, also for a link switched off. */
export async function readSharedMap(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<SharedMapView> {
  return readOwnMap(deps, await findShareOwner(deps.db, 'map', token));
}
