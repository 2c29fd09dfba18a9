export interface Character {
  fullName: string;
  /** Before the '@' of the email address. */
  mailbox: string;
  weeklyBudget: number;
  /** Its one customer decides how this user spends. */
  bank: string;
}

/*
 * Test customers spend up to $122 in a careful week and from $133 in a dear one (three of eight). A budget between makes a mixed map, a
 * lower one a struggling friend, a higher one an easy life.
 */

/** The printed credentials log in this user. */
export const HERO: Character = {
  fullName: 'Robin',
  mailbox: 'robin',
  weeklyBudget: 125,
  bank: 'First Platypus Bank',
};

export const FRIENDS: readonly Character[] = [
  { fullName: 'Priya Nair', mailbox: 'priya', weeklyBudget: 140, bank: 'First Gingham Credit Union' },
  { fullName: 'Tom Okafor', mailbox: 'tom', weeklyBudget: 110, bank: 'Tattersall Federal Credit Union' },
  { fullName: 'June Castellanos', mailbox: 'june', weeklyBudget: 125, bank: 'Houndstooth Bank' },
];
