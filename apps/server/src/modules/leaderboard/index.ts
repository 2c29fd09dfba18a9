export { leaderboardRoutes } from './leaderboard.routes.ts';
export { RESULTS_READ } from './competitors.ts';
export { listFriendIds } from './leaderboard.queries.ts';
export { listGuests, listTappedWeeks, type Guest } from './guests.queries.ts';
export {
  listWithinBudget,
  readCircleMarks,
  readGuestMarks,
  readKeptWeeks,
  type Keeper,
  type KeptWeeks,
} from './check-marks.service.ts';
export { closeDueWeeks, readLeaderboard, readRecap } from './leaderboard.service.ts';
export { presentLeaderboard, presentResult } from './present-leaderboard.ts';
export { correctClosedWeeks, closeEndedWeeks } from './close-weeks.service.ts';
export { listResults } from './weekly-results.queries.ts';
