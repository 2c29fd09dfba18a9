/** Somebody who lives in the demo. */
export interface Character {
  fullName: string;
  /** Of the e-mail address, before the '@'. */
  mailbox: string;
  weeklyBudget: number;
  /** The test bank; each has one customer of its own, who spends in their own way. */
  bank: string;
}

/*
 * The customers of the test banks spend up to $122 in a careful week and from $133 on in a dear one; three weeks of eight are dear. A
 * budget between the two makes a map of green and red, one below it a friend who struggles, one above it a friend who has it easy.
 */

/** The person whom one logs in as. */
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
