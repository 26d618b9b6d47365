-- A refused return had replaced who accepted the time off, and when.
UPDATE "pto_requests" SET "decided_by_id" = "answer"."user_id", "decided_at" = "answer"."at"
FROM (
  SELECT DISTINCT ON ("entity") "entity", "user_id", "at" FROM "transition_log"
  WHERE "machine" = 'pto-request' AND "event" = 'request.accept' AND "to_state" = 'accepted'
  ORDER BY "entity", "id" DESC
) AS "answer"
WHERE "answer"."entity" = "pto_requests"."id"::text AND "pto_requests"."state" = 'accepted'
  AND "pto_requests"."decided_at" IS DISTINCT FROM "answer"."at";
