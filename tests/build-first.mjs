// Builds the app before tests that start it as `npm start` does.
export { buildIfNeeded as setup } from '../scripts/project.mjs';
