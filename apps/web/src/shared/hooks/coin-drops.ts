import { createContext } from 'react';

/** Expenses saved since the page opened; each drops a coin into the pig. */
export const CoinDropsContext = createContext(0);
