export { leaderboardRoutes } from './leaderboard.routes.ts';
export { closeDueWeeks, readKeptWeeks, readLeaderboard, readRecap } from './leaderboard.service.ts';
export { presentLeaderboard, presentResult } from './present-leaderboard.ts';
export { correctClosedWeeks, closeEndedWeeks } from './close-weeks.service.ts';
export { listResults } from './weekly-results.queries.ts';
