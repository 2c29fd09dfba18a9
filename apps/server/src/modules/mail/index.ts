export { mailRoutes } from './mail.routes.ts';
export { mailOnLogInPages } from './account-mails.ts';
export { mailSender } from './send-mail.service.ts';
export { forgetUnsubscribeTokens } from './mail.queries.ts';
