-- Time off after the last day at work was paid like any other, and nobody could take it back. It is settled as a new last
-- day settles it, except what a locked or exported day has paid already.
WITH settled AS (
  UPDATE "pto_requests" SET
    "state" = CASE "earlier"."state" WHEN 'pending' THEN 'rejected' ELSE 'givenBack' END,
    "notes" = 'The last day at work is ' || to_char("providers"."term_date", 'MM/DD/YYYY') || '.',
    "decided_by_id" = NULL, "decided_at" = now(), "version" = "pto_requests"."version" + 1
  FROM "pto_requests" AS "earlier" JOIN "providers" ON "providers"."id" = "earlier"."provider_id"
  WHERE "earlier"."id" = "pto_requests"."id" AND "earlier"."requested_date" > "providers"."term_date"
    AND ("earlier"."state" = 'pending' OR "earlier"."state" IN ('accepted', 'givingBack') AND "earlier"."paid_on" IS NULL
      AND NOT EXISTS (SELECT FROM "lock_outs" WHERE "lock_outs"."unlocked_at" IS NULL
        AND "earlier"."requested_date" BETWEEN "lock_outs"."start_date" AND "lock_outs"."end_date")
      AND NOT EXISTS (SELECT FROM "payroll_exports"
        WHERE "earlier"."requested_date" BETWEEN "payroll_exports"."start_date" AND "payroll_exports"."end_date"))
  RETURNING "pto_requests"."id", "pto_requests"."provider_id", "pto_requests"."total_hours", "pto_requests"."state",
    "pto_requests"."notes", "earlier"."state" AS "from_state", "earlier"."decided_by_id" AS "by_id"
), logged AS (
  INSERT INTO "transition_log" ("machine", "entity", "from_state", "event", "to_state", "detail")
  SELECT 'pto-request', "id"::text, "from_state",
    CASE "from_state" WHEN 'pending' THEN 'request.reject' ELSE 'request.cancel' END, "state",
    jsonb_build_object('note', "notes")
  FROM settled ORDER BY "id"
), returned AS (
  INSERT INTO "pto_balance_entries" ("provider_id", "kind", "change", "balance_after", "pto_request_id", "by_id")
  SELECT "pto_balances"."provider_id", 'return', "total_hours",
    "available_hours" + sum("total_hours") OVER (PARTITION BY "pto_balances"."provider_id" ORDER BY settled."id"),
    settled."id", coalesce("by_id", (SELECT min("users"."id") FROM "users"))
  FROM settled JOIN "pto_balances" ON "pto_balances"."provider_id" = settled."provider_id"
  WHERE "state" = 'givenBack' ORDER BY settled."id"
)
UPDATE "pto_balances" SET "available_hours" = "available_hours" + "given"."hours", "version" = "version" + 1,
  "updated_at" = now()
FROM (SELECT "provider_id", sum("total_hours") AS "hours" FROM settled WHERE "state" = 'givenBack' GROUP BY 1) AS "given"
WHERE "given"."provider_id" = "pto_balances"."provider_id";
