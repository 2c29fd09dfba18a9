// `npm run docs:openapi`: writes docs/openapi.json from the contract.
import { writeFileSync } from 'node:fs';
import { openApiJson } from '../packages/contract/src/openapi.ts';

writeFileSync(new URL('../docs/openapi.json', import.meta.url), openApiJson());
