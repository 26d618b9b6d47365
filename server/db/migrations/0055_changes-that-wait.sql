ALTER TABLE "organisation" ADD COLUMN "providers_changes_wait" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "state" text;--> statement-breakpoint
UPDATE "provider_changes" SET "state" = CASE WHEN "undone_at" IS NULL THEN 'applied' ELSE 'undone' END;--> statement-breakpoint
ALTER TABLE "provider_changes" ALTER COLUMN "state" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "requested" jsonb;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "requested_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "answered_by_id" integer;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_changes_state_index" ON "provider_changes" USING btree ("state") WHERE "provider_changes"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "provider_changes" DROP COLUMN "kind";--> statement-breakpoint
-- Drizzle has no triggers.
SELECT live_follow('provider_changes', 'sessions', provider => 'c.provider_id');
