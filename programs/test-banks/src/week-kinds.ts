import { addDays, type Day, daysBetween, mondayOf } from './day.ts';
import { createRandom } from './random.ts';

export type WeekKind = 'calm' | 'dear' | 'booking' | 'trip';

const weeksInBlock = 8;
const dearWeeksInBlock = 3;
/** A Monday before all histories, from which blocks of weeks are counted. */
const firstMonday: Day = '2001-01-01';

/** Three in each shuffled block of eight weeks: a steady share without a pattern. */
function isDear(seed: string, monday: Day): boolean {
  const index = Math.floor(daysBetween(firstMonday, monday) / 7);
  const block = Math.floor(index / weeksInBlock);
  const order = createRandom(`${seed}|block|${block}`).shuffle(
    Array.from({ length: weeksInBlock }, (_, position) => position < dearWeeksInBlock),
  );
  return order[index % weeksInBlock] === true;
}

function dearMondays(seed: string, from: Day, to: Day): Day[] {
  const mondays: Day[] = [];
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    if (monday >= from && isDear(seed, monday)) mondays.push(monday);
  }
  return mondays;
}

interface Trip {
  tripMonday: Day;
  bookingMonday: Day;
}

function tripBetween(seed: string, from: Day, to: Day): Trip | null {
  const candidates = dearMondays(seed, from, to);
  if (candidates.length === 0) return null;
  const tripMonday = createRandom(`${seed}|trip|${from}`).pick(candidates);
  const bookingMonday = dearMondays(seed, addDays(tripMonday, -63), addDays(tripMonday, -21)).at(-1);
  return bookingMonday === undefined ? null : { tripMonday, bookingMonday };
}

/** One trip in summer, and in most years one in November or December. */
function tripsIn(seed: string, year: number): Trip[] {
  const summer = tripBetween(seed, `${year}-06-08`, `${year}-08-24`);
  const goesAgain = createRandom(`${seed}|second-trip|${year}`).chance(0.6);
  const winter = goesAgain ? tripBetween(seed, `${year}-11-09`, `${year}-12-21`) : null;
  return [summer, winter].filter((trip) => trip !== null);
}

export function createWeekKinds(seed: string): (monday: Day) => WeekKind {
  const tripsByYear = new Map<number, Trip[]>();

  return (monday) => {
    const year = Number(monday.slice(0, 4));
    let trips = tripsByYear.get(year);
    if (trips === undefined) {
      trips = tripsIn(seed, year);
      tripsByYear.set(year, trips);
    }
    if (trips.some((trip) => trip.tripMonday === monday)) return 'trip';
    if (trips.some((trip) => trip.bookingMonday === monday)) return 'booking';
    return isDear(seed, monday) ? 'dear' : 'calm';
  };
}
