ALTER TABLE "report_details" ADD COLUMN "provider_id" integer;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD COLUMN "scheduled_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "report_details" SET "provider_id" = "users"."provider_id" FROM "users" WHERE "users"."id" = "report_details"."user_id";--> statement-breakpoint
UPDATE "saved_reports" SET "scheduled_at" = "created_at";
