import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { serveAccountPage } from './account-page.ts';
import { serveBanksPage } from './banks-page.ts';
import { serveConnectPage } from './connect-page.ts';
import { serveFaultsPage } from './faults-page.ts';
import { serveItemPage } from './item-page.ts';
import { serveRequestsPage } from './requests-page.ts';
import { serveScenarioApi, serveScenariosPage } from './scenarios-page.ts';
import { type Lab, stylesheet } from './section.ts';
import { serveWebhooksPage } from './webhooks-page.ts';

/** The pages for people, and the scenarios for scripts. The pages have no script. */
export async function servePages(app: FastifyInstance, lab: Lab): Promise<void> {
  await app.register(formbody);
  app.get('/lab.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
      .send(stylesheet),
  );
  serveConnectPage(app, lab);
  serveBanksPage(app, lab);
  serveAccountPage(app, lab);
  serveItemPage(app, lab);
  serveScenariosPage(app, lab);
  serveFaultsPage(app, lab);
  serveWebhooksPage(app, lab);
  serveRequestsPage(app, lab);
  serveScenarioApi(app, lab);
}
