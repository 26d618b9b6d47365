-- Each occurrence keeps what it is priced by: until now, one without its own was priced by its session's.
UPDATE "occurrences" SET "rate_type_id" = "schedule_events"."rate_type_id"
FROM "schedule_events"
WHERE "schedule_events"."id" = "occurrences"."schedule_event_id"
  AND "occurrences"."rate_type_id" IS NULL AND "schedule_events"."rate_type_id" IS NOT NULL;
