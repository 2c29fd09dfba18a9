export { leaderboardRoutes } from './leaderboard.routes.ts';
export { presentResult } from './present-leaderboard.ts';
export { correctClosedWeeks, settleEndedWeeks } from './settle-weeks.service.ts';
export { listResults } from './weekly-results.queries.ts';
