DROP INDEX "notification_events_subject_subject_id_index";--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "entity" text;--> statement-breakpoint
UPDATE "notification_events" SET "entity" = CASE
  WHEN "kind" IN ('day-rejected', 'day-reopened', 'hours-to-confirm') AND "href" ~ '\d{4}-\d{2}-\d{2}'
    THEN "recipient_provider_id" || '/' || substring("href" from '\d{4}-\d{2}-\d{2}')
  WHEN "kind" = 'hours-left-open' THEN 'all'
  WHEN "kind" = 'acknowledgment-asked' THEN (
    SELECT max("request"."id")::text FROM "document_acknowledgments" AS "request"
    WHERE "request"."document_id" = "notification_events"."subject_id"
      AND "request"."asked_at" <= "notification_events"."created_at")
  END;--> statement-breakpoint
UPDATE "notification_events" SET "entity" = "subject_id"::text WHERE "entity" IS NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ALTER COLUMN "entity" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_events_subject_entity_index" ON "notification_events" USING btree ("subject","entity");--> statement-breakpoint
-- What was announced and is over by now counts as read, as it would have from now on.
UPDATE "notifications" SET "read_at" = now()
FROM "notification_events" AS "event"
JOIN (VALUES
  ('document-from-provider', ARRAY['current', 'expiring', 'expired']),
  ('document-from-office', ARRAY['current', 'expiring', 'expired']),
  ('document-expires-for-office', ARRAY['expiring', 'expired']),
  ('document-expires', ARRAY['expiring', 'expired']),
  ('acknowledgment-asked', ARRAY['asked', 'read']),
  ('day-rejected', ARRAY['rejected', 'correcting']),
  ('day-reopened', ARRAY['reopened']),
  ('hours-to-confirm', ARRAY['open', 'rejected', 'reopened', 'correcting']),
  ('correction-opened-provider', ARRAY['opened']),
  ('correction-opened', ARRAY['opened', 'confirmed']),
  ('invoice-not-sent', ARRAY['failed']),
  ('days-left-out', ARRAY['forced'])
) AS "lasting" ("kind", "states") ON "lasting"."kind" = "event"."kind"
JOIN LATERAL (
  SELECT "log"."to_state" FROM "transition_log" AS "log"
  WHERE "log"."machine" = "event"."subject" AND "log"."entity" = "event"."entity"
  ORDER BY "log"."id" DESC LIMIT 1
) AS "latest" ON true
WHERE "notifications"."event_id" = "event"."id" AND "notifications"."read_at" IS NULL
  AND "latest"."to_state" <> ALL("lasting"."states");
