import { uuid } from 'drizzle-orm/pg-core';
import { users } from './tables/users.tables.ts';

/* Keys of a user's tables begin with `user_id`: a user's rows lie together, and the tables can be distributed by user (ADR 36). */

export const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** No foreign key: the user may be on another server. Deleting the account deletes the row. */
export const looseUserId = (name: string) => uuid(name);
