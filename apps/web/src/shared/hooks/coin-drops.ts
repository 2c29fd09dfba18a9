import { createContext } from 'react';

/** How many expenses were saved since the page was opened: each lets a coin drop into the pig that is on the screen. */
export const CoinDropsContext = createContext(0);
