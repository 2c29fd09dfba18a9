import type { FastifyServerOptions } from 'fastify';

/** Pino's numbers. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;

const EVENTS_LEVEL = LEVELS.info;

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Drops lines below the level, except security events, which have an `event` (SEC-15). */
export function logLevelOf(level: keyof typeof LEVELS): Pick<LoggerOptions, 'level' | 'hooks'> {
  return {
    level: LEVELS[level] < EVENTS_LEVEL ? level : 'info',
    hooks: {
      logMethod(parts, write, lineLevel) {
        if (lineLevel >= LEVELS[level] || isSecurityEvent(parts[0])) write.apply(this, parts);
      },
    },
  };
}

function isSecurityEvent(fields: unknown): boolean {
  return typeof fields === 'object' && fields !== null && 'event' in fields;
}
