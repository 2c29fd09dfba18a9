-- A board reads ten settled weeks of everybody on it. They were written a week apart and lie far from each other in the table; in the key
-- they lie side by side, and with the other columns in it the table need not be read at all.
ALTER TABLE "weekly_results" DROP CONSTRAINT "weekly_results_user_id_week_start_pk",
  ADD CONSTRAINT "weekly_results_user_id_week_start_pk" PRIMARY KEY ("user_id", "week_start")
    INCLUDE ("budget_cents", "spent_cents", "ranked_cents", "was_active", "corrected_at", "seen_at");
