export { listBankRecords } from './bank-records.queries.ts';
export { bankingRoutes } from './banking.routes.ts';
export { listConsents } from './consents.queries.ts';
export { endAllAtProvider, removeAtProvider } from './disconnecting.service.ts';
export { collectAbandonedLink } from './linking.service.ts';
export { readBanks } from './present-bank.ts';
export { syncConnection } from './sync/sync-connection.ts';
export { syncDueConnections } from './sync/sync.service.ts';
export { webhooksRoutes } from './webhooks/webhooks.routes.ts';
