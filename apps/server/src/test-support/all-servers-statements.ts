interface AllServersStatement {
  /** Matches the statement in one line. */
  pattern: RegExp;
  reason: string;
}

/** The statements that must ask all servers of a cluster. After a run of all server tests, each must have been sent. */
export const ALL_SERVERS_STATEMENTS: readonly AllServersStatement[] = [
  {
    reason: 'a job reads the ids of all users in pages',
    pattern: /^select "users"."id" as key from "users" where/,
  },
  {
    reason: 'a job finds users whose week ends',
    pattern: /where "users"."next_week_close_at" <= \$1 order by/,
  },
  {
    reason: 'a job finds users whose week ends tonight',
    pattern: /where \("users"."next_week_close_at" > \$1 and/,
  },
  { reason: 'a job finds syncs that are due', pattern: /where "connections"."next_sync_at" <= \$1 order by/ },
  {
    reason: 'a metric and the doctor count syncs that are put off',
    pattern: /^select 'sync-connection' as queue/i,
  },
  { reason: 'a job finds expenses that are due', pattern: /where e.is_upcoming and e.day <= \$1/ },
  { reason: 'a job finds series that are due', pattern: /where s.ended_at is null and s.next_on <= \$1/ },
  {
    reason: 'a webhook names a connection by its id at the provider',
    pattern: /where \("connections"."provider" = \$1 and "connections"."provider_connection_id" = \$2\)$/,
  },
  {
    reason: 'a webhook names a link session by its id at the provider',
    pattern: /where \("link_sessions"."provider" = \$1 and "link_sessions"."provider_session_id" = \$2/,
  },
  {
    reason: 'a session of an older version does not name its user',
    pattern: /where \("sessions"."token_hash" = \$1 and/,
  },
  {
    reason: 'a personal token of an older version does not name its user',
    pattern: /where \("personal_tokens"."token_hash" = \$1 and/,
  },
  {
    reason: 'others have blocked a deleted user',
    pattern: /^delete from "blocks" where "blocks"."blocked_id" = \$1$/,
  },
  {
    reason: 'others are friends of a deleted user',
    pattern: /^delete from "friendships" where "friendships"."friend_id" = \$1 returning "user_id"$/,
  },
  {
    reason: 'a deleted user was the guest of others',
    pattern: /^update "guests" set "claimed_by" = \$1 where "guests"."claimed_by" = \$2$/,
  },
  {
    reason: 'the first account, a backup at a start and a command depend on whether there are users',
    pattern: /^select (?:"id" )?from "?users"? limit (?:\$1|1)$/i,
  },
  { reason: "an administrator's command lists users", pattern: /"users"."email" ilike \$1/ },
  { reason: "an administrator's command finds a user", pattern: /where lower\("users"."email"\) = \$1/ },
  {
    reason: "an administrator's command signs all users out",
    pattern: /^update users set created_at = created_at$/i,
  },
  { reason: 'the same', pattern: /^update "users" set "sessions_ended_at" = \$1$/ },
  {
    reason: 'the same, and new push keys end all subscriptions',
    pattern: /^delete from "push_subscriptions"$/,
  },
  { reason: 'the same', pattern: /^delete from "sessions"$/ },
  {
    reason: "an administrator's command seals bank tokens with another key",
    pattern: /^select .* from connections where access_token_key_id/i,
  },
  {
    reason: "an administrator's command seals message addresses with another key",
    pattern: /^select .* from message_places where target_key_id/i,
  },
];
