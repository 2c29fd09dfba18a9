import { createContext } from 'react';

/** The number of expenses saved since the page opened. Each drops a coin into the pig. */
export const CoinDropsContext = createContext(0);
