import { readConfig } from '../apps/server/src/start/config.ts';
import { explainFailedStart } from '../apps/server/src/start/failed-start.ts';
import { startServer } from '../apps/server/src/main.ts';
import { endWithSentence } from '../apps/server/src/start/process.ts';

// `npm run dev`: like `npm start`, with the API reference at /api/docs.
try {
  const config = readConfig();
  await startServer(config, { servesApiDocs: true, onDatabaseLost: endWithSentence });
  console.log(`API on port ${config.port}, described at ${config.publicUrl.origin}/api/docs`);
} catch (error) {
  explainFailedStart(error);
  process.exit(1);
}
