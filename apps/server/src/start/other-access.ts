import type { Deps } from '../modules/deps.ts';
import { guestsOfSubject } from '../modules/friends/index.ts';
import { placesOfSubject } from '../modules/messages/index.ts';
import { tokensOfSubject } from '../modules/personal-tokens/index.ts';

/** What reads, gets messages or acts for a user without a password. The embedded log-in pages offer to remove each kind together with an old one (SEC-34). */
export function otherAccess(deps: Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'log'>) {
  return [
    { name: 'Personal tokens', endsWithFirstProof: true, ...tokensOfSubject(deps) },
    { name: 'Places that get messages', endsWithFirstProof: true, ...placesOfSubject(deps) },
    { name: 'Guests and your invitation link', endsWithFirstProof: false, ...guestsOfSubject(deps) },
  ];
}
