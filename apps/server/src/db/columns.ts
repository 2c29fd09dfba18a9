import { bigint, customType, date, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const cents = (name: string) => bigint(name, { mode: 'number' });
export const day = (name: string) => date(name, { mode: 'string' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
