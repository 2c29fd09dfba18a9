-- Keeps weekly_totals in the transaction that changes expenses. One statement, one pass: the difference of the changed rows is added
-- up by week and added to the stored sums, so a batch of a thousand rows costs one update a week. Weeks are locked in order.
CREATE FUNCTION add_to_weekly_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO weekly_totals AS t (user_id, week_start, spent_cents, ranked_cents, purchases)
    SELECT user_id, week_start, sum(CASE WHEN is_counted THEN cost_cents ELSE 0 END), sum(ranked_cents), count(*) FILTER (WHERE is_counted)
    FROM added GROUP BY user_id, week_start ORDER BY user_id, week_start
    ON CONFLICT (user_id, week_start) DO UPDATE SET
      spent_cents = t.spent_cents + excluded.spent_cents,
      ranked_cents = t.ranked_cents + excluded.ranked_cents,
      purchases = t.purchases + excluded.purchases;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO weekly_totals AS t (user_id, week_start, spent_cents, ranked_cents, purchases)
    SELECT user_id, week_start, sum(spent), sum(ranked), sum(n) FROM (
      SELECT user_id, week_start, CASE WHEN is_counted THEN cost_cents ELSE 0 END AS spent, ranked_cents AS ranked, is_counted::integer AS n FROM added
      UNION ALL
      SELECT user_id, week_start, CASE WHEN is_counted THEN -cost_cents ELSE 0 END, -ranked_cents, -(is_counted::integer) FROM dropped
    ) AS changes
    GROUP BY user_id, week_start
    HAVING sum(spent) <> 0 OR sum(ranked) <> 0 OR sum(n) <> 0
    ORDER BY user_id, week_start
    ON CONFLICT (user_id, week_start) DO UPDATE SET
      spent_cents = t.spent_cents + excluded.spent_cents,
      ranked_cents = t.ranked_cents + excluded.ranked_cents,
      purchases = t.purchases + excluded.purchases;
  ELSE
    -- An update, not an upsert: when the user's row is deleted, the sums may be gone before the expenses are.
    UPDATE weekly_totals AS t SET
      spent_cents = t.spent_cents - d.spent,
      ranked_cents = t.ranked_cents - d.ranked,
      purchases = t.purchases - d.n
    FROM (
      SELECT user_id, week_start, sum(CASE WHEN is_counted THEN cost_cents ELSE 0 END) AS spent, sum(ranked_cents) AS ranked, count(*) FILTER (WHERE is_counted) AS n
      FROM dropped GROUP BY user_id, week_start ORDER BY user_id, week_start
    ) AS d
    WHERE t.user_id = d.user_id AND t.week_start = d.week_start;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER expenses_inserted AFTER INSERT ON expenses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_weekly_totals();
--> statement-breakpoint
CREATE TRIGGER expenses_updated AFTER UPDATE ON expenses REFERENCING OLD TABLE AS dropped NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_weekly_totals();
--> statement-breakpoint
CREATE TRIGGER expenses_deleted AFTER DELETE ON expenses REFERENCING OLD TABLE AS dropped FOR EACH STATEMENT EXECUTE FUNCTION add_to_weekly_totals();
--> statement-breakpoint
-- A crash may lose what is staged: the sync then begins again at its cursor.
ALTER TABLE staged_changes SET UNLOGGED;
