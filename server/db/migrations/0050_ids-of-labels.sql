DROP INDEX "occurrence_students_labels";--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD COLUMN "label_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD COLUMN "label_meanings" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "occurrences" ADD COLUMN "label_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "occurrences" ADD COLUMN "label_meanings" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Names that no label has are kept, too, as those of deleted labels.
INSERT INTO "tracking_labels" ("tracking_label", "description", "deleted_at")
SELECT DISTINCT "own"."label", 'Kept from earlier sessions', now()
FROM (
  SELECT DISTINCT "tracking_labels" AS "names" FROM "occurrences" UNION SELECT DISTINCT "tracking_labels" FROM "occurrence_students"
) AS "texts"
CROSS JOIN LATERAL unnest(string_to_array("texts"."names", ',')) AS "own" ("label")
WHERE "own"."label" <> '' AND NOT EXISTS (SELECT FROM "tracking_labels" WHERE "tracking_label" COLLATE "default" = "own"."label");--> statement-breakpoint
-- A name means the label that has it, or else the one that had it last: as sessions were counted until now.
UPDATE "occurrences" SET "label_ids" = "linked"."ids", "label_meanings" = "linked"."meanings"
FROM (
  SELECT "texts"."names", array_agg("known"."id" ORDER BY "own"."place") AS "ids", array_agg("known"."counts_as" ORDER BY "own"."place") AS "meanings"
  FROM (SELECT DISTINCT "tracking_labels" AS "names" FROM "occurrences" WHERE "tracking_labels" <> '') AS "texts"
  CROSS JOIN LATERAL unnest(string_to_array("texts"."names", ',')) WITH ORDINALITY AS "own" ("label", "place")
  JOIN (
    SELECT DISTINCT ON ("tracking_label" COLLATE "default") "id", "tracking_label" COLLATE "default" AS "label", "counts_as"
    FROM "tracking_labels" ORDER BY "tracking_label" COLLATE "default", "deleted_at" IS NOT NULL, "id" DESC
  ) AS "known" ON "known"."label" = "own"."label"
  GROUP BY "texts"."names"
) AS "linked"
WHERE "occurrences"."tracking_labels" = "linked"."names";--> statement-breakpoint
UPDATE "occurrence_students" SET "label_ids" = "linked"."ids", "label_meanings" = "linked"."meanings"
FROM (
  SELECT "texts"."names", array_agg("known"."id" ORDER BY "own"."place") AS "ids", array_agg("known"."counts_as" ORDER BY "own"."place") AS "meanings"
  FROM (SELECT DISTINCT "tracking_labels" AS "names" FROM "occurrence_students" WHERE "tracking_labels" <> '') AS "texts"
  CROSS JOIN LATERAL unnest(string_to_array("texts"."names", ',')) WITH ORDINALITY AS "own" ("label", "place")
  JOIN (
    SELECT DISTINCT ON ("tracking_label" COLLATE "default") "id", "tracking_label" COLLATE "default" AS "label", "counts_as"
    FROM "tracking_labels" ORDER BY "tracking_label" COLLATE "default", "deleted_at" IS NOT NULL, "id" DESC
  ) AS "known" ON "known"."label" = "own"."label"
  GROUP BY "texts"."names"
) AS "linked"
WHERE "occurrence_students"."tracking_labels" = "linked"."names";--> statement-breakpoint
CREATE INDEX "occurrence_students_missed" ON "occurrence_students" USING btree ("occurrence_id","student_id") WHERE "occurrence_students"."label_meanings" && '{2,3}';--> statement-breakpoint
ALTER TABLE "occurrence_students" DROP COLUMN "tracking_labels";--> statement-breakpoint
ALTER TABLE "occurrences" DROP COLUMN "tracking_labels";--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD CONSTRAINT "occurrence_students_labels" CHECK (cardinality("occurrence_students"."label_ids") = cardinality("occurrence_students"."label_meanings"));--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_labels" CHECK (cardinality("occurrences"."label_ids") = cardinality("occurrences"."label_meanings"));
