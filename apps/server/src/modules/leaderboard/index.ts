export { leaderboardRoutes } from './leaderboard.routes.ts';
export { presentResult } from './present-leaderboard.ts';
export { correctClosedWeeks, closeEndedWeeks } from './close-weeks.service.ts';
export { listResults } from './weekly-results.queries.ts';
