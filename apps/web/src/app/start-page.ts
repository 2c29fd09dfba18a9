import './start-theme.ts';
import { noteEarlyPresses } from './early-press.ts';

noteEarlyPresses();
