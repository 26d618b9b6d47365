ALTER TABLE "tracking_labels" ADD COLUMN "counts_as" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_labels" ADD CONSTRAINT "tracking_labels_counts_as" CHECK ("tracking_labels"."counts_as" in (1, 2, 3));--> statement-breakpoint
-- Written by hand: what stored labels count as, by countsAsByName in src/domain/label-counts.ts.
UPDATE "tracking_labels" SET "counts_as" = CASE
  WHEN lower("tracking_label" || ' ' || "description") ~ '(^|[^a-z])make[ -]?up'
    AND lower("tracking_label" || ' ' || "description") !~ 'make[ -]?up (session|held|given|done|completed|delivered)' THEN 3
  WHEN lower("tracking_label" || ' ' || "description") ~ '(^|[^a-z])(absen|refus|cancel|no[ -]?show)' THEN 2
  ELSE 1 END;
