ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
-- Invitations that were sent and not accepted: those with a link, and accounts that the log says were invited.
UPDATE "users" SET "invited_at" = coalesce(
  (SELECT "expires_at" - interval '7 days' FROM "password_recoveries"
    WHERE "password_recoveries"."user_id" = "users"."id" AND "is_invitation"),
  (SELECT "at" FROM (SELECT "at", "to_state" FROM "transition_log"
      WHERE "machine" = 'account' AND "entity" = "users"."provider_id"::text ORDER BY "id" DESC LIMIT 1) AS "latest"
    WHERE "to_state" = 'invited'))
WHERE "password_hash" IS NULL
  AND NOT EXISTS (SELECT FROM "user_identities" WHERE "user_identities"."user_id" = "users"."id")
  AND NOT EXISTS (SELECT FROM "passkeys" WHERE "passkeys"."user_id" = "users"."id");
