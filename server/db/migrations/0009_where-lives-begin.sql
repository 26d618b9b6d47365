DROP INDEX "transition_log_machine_entity_index";--> statement-breakpoint
DROP INDEX "transition_log_at_index";--> statement-breakpoint
ALTER TABLE "occurrences" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "transition_log_machine_entity_id_index" ON "transition_log" USING btree ("machine","entity","id");--> statement-breakpoint
CREATE INDEX "transition_log_machine_at_index" ON "transition_log" USING btree ("machine","at");--> statement-breakpoint
UPDATE "occurrences" SET "created_at" = "schedule_events"."created_at" FROM "schedule_events" WHERE "schedule_events"."id" = "occurrences"."schedule_event_id";
