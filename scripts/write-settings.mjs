// `npm run docs:settings`: writes docs/settings.md and .env.example from the table of settings.
import { writeFileSync } from 'node:fs';
import { exampleFile, settingsPage } from './settings-documents.ts';

writeFileSync(new URL('../docs/settings.md', import.meta.url), await settingsPage());
writeFileSync(new URL('../.env.example', import.meta.url), exampleFile());
