ALTER TABLE "school_admin_fees" DROP CONSTRAINT "school_admin_fees_schoolId_effectiveDate_unique";--> statement-breakpoint
ALTER TABLE "school_admin_fees" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "school_admin_fees" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "school_admin_fees_effective" ON "school_admin_fees" USING btree ("school_id","effective_date") WHERE "school_admin_fees"."deleted_at" is null and "school_admin_fees"."ended_on" is null;--> statement-breakpoint
-- The mark in the billing profile switched a school's fees on and off for all days.
UPDATE "school_admin_fees" SET "deleted_at" = now() WHERE NOT EXISTS (
  SELECT FROM "school_billing_profiles"
  WHERE "school_billing_profiles"."school_id" = "school_admin_fees"."school_id" AND "school_billing_profiles"."admin_fee_applied"
);--> statement-breakpoint
ALTER TABLE "school_billing_profiles" DROP COLUMN "admin_fee_applied";