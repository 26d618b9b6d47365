ALTER TABLE "provider_days" ADD COLUMN "reason" text;--> statement-breakpoint
-- Until now, 2 (rejected) stood for days that were reopened; their reasons were only in the log.
UPDATE "provider_days" AS "day" SET
  "approval_status" = 0,
  "reason" = (
    SELECT "log"."detail"->>'reason' FROM "transition_log" AS "log"
    WHERE "log"."machine" = 'provider-day' AND "log"."event" = 'day.reopen'
      AND "log"."entity" = "day"."provider_id" || '/' || "day"."date"
    ORDER BY "log"."id" DESC LIMIT 1)
WHERE "day"."state" = 'reopened';
