export { listNotificationRows, unreadOf, type UnreadCounts } from './notifications.queries.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { presentNotification, presentWanted } from './present-notifications.ts';
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
  notifyOfPact,
  notifyOfWeeks,
  mailRecaps,
  type NotifyDeps,
} from './notify.service.ts';
export type { PushDeps } from './push-sender.ts';
