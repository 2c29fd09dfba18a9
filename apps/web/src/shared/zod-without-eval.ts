import { config } from 'zod';

// Otherwise zod tries to compile code, which the page's policy forbids and reports. Import it before any shape.
config({ jitless: true });
