import './note-sharing.ts';
import './start-theme.ts';
import { APP_MARK } from '@oinkly/contract/first-view';
import { noteEarlyPresses } from './early-input.ts';
import { importAfterPaint } from './import-after-paint.ts';
import { startWelcome } from './start-welcome.ts';

noteEarlyPresses();
document.addEventListener('DOMContentLoaded', () => {
  const app = document.querySelector<HTMLLinkElement>(`link[${APP_MARK}]`);
  if (app) void importAfterPaint(app.href);
  const welcome = document.querySelector('#root > .welcome');
  if (welcome) startWelcome(welcome);
});
