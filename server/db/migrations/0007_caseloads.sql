DROP INDEX "students_name_index";--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ALTER COLUMN "service_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ALTER COLUMN "service_frequency_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ALTER COLUMN "duration_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ALTER COLUMN "event_frequency_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ALTER COLUMN "session_type_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "students_live_by_name" ON "students" USING btree ("name","id") WHERE "students"."deleted_at" is null;