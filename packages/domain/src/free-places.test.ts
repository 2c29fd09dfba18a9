import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FreePlaces } from './free-places.ts';

test('the first free place is the one that a search from there would find', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(19)), fc.nat(20), (taken, from) => {
      const places = new FreePlaces(20);
      for (const place of taken) {
        places.take(place);
        places.from(from);
      }
      const all = Array.from({ length: 20 }, (_, place) => place);
      const expected = all.find((place) => place >= from && !taken.includes(place)) ?? 20;
      expect(places.from(from)).toBe(expected);
    }),
  );
});
