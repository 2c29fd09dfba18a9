export {
  deleteNotificationsNaming,
  findNotification,
  listNotificationRows,
  unreadOf,
  type UnreadCounts,
} from './notifications.queries.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { newsUntil } from './news-until.ts';
export { presentNotification, presentWanted, wordsOf } from './present-notifications.ts';
export { removeOldNotifications } from './old-notifications.ts';
export { sendPush } from './send-push.service.ts';
export {
  correctNotification,
  correctFileImport,
  forgetFileImport,
  notifyOfBudgetMarks,
  notifyOfBank,
  notifyOfBankImport,
  notifyOfFileImport,
  notifyOfFriend,
  notifyOfGuest,
  notifyOfKeptWeek,
  notifyOfPact,
  notifyOfPlace,
  notifyOfWeeks,
  mailRecaps,
  type NotifyDeps,
} from './notify.service.ts';
export type { PushDeps } from './push-sender.ts';
