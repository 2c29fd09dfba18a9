/** What the doctor says of one part: one sentence, and what to do unless it is fine. */
export interface Finding {
  part: string;
  state: 'fine' | 'look' | 'wrong';
  sentence: string;
}

export const fine = (part: string, sentence: string): Finding => ({ part, state: 'fine', sentence });
/** It works, but someone should look at it. */
export const look = (part: string, sentence: string): Finding => ({ part, state: 'look', sentence });
export const wrong = (part: string, sentence: string): Finding => ({ part, state: 'wrong', sentence });
