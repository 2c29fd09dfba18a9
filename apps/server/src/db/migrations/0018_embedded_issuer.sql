-- The embedded issuer's people are kept under its name and no longer under its address, which follows the server's. Where somebody was
-- taken for a newcomer because that had changed, the account with most in it stays theirs, then the eldest; the others end to be signed in.
DO $$
BEGIN
  -- There is none where people have only ever signed in elsewhere, or not at all.
  IF to_regclass('identity.accounts') IS NULL THEN
    RETURN;
  END IF;
  UPDATE identities SET issuer = 'embedded'
  FROM (
    SELECT DISTINCT ON (i.subject) i.issuer, i.subject
    FROM identities i
    JOIN identity.accounts a ON a.id = i.subject
    JOIN users u ON u.id = i.user_id
    ORDER BY i.subject, (SELECT count(*) FROM expenses e WHERE e.user_id = u.id) DESC, u.created_at, u.id
  ) AS kept
  WHERE identities.issuer = kept.issuer AND identities.subject = kept.subject;
  DELETE FROM sessions USING identities, identity.accounts
  WHERE sessions.user_id = identities.user_id AND identities.subject = accounts.id AND identities.issuer <> 'embedded';
END $$;
