ALTER TABLE "report_details" ADD COLUMN "run_id" integer;--> statement-breakpoint
-- Details that are done need no run.
UPDATE report_details SET run_id = nextval('runs_id_seq') WHERE state <> 'done';--> statement-breakpoint
INSERT INTO runs (id, kind, input, state, started_by_id, created_at, ended_at, reason) OVERRIDING SYSTEM VALUE
	SELECT run_id, 'report-details', jsonb_build_object('request', request),
		CASE state WHEN 'waiting' THEN 'running' ELSE state END, user_id, created_at, ended_at, reason
	FROM report_details WHERE run_id IS NOT NULL;--> statement-breakpoint
INSERT INTO run_items (run_id, item_id, position) SELECT run_id, 1, 0 FROM report_details WHERE run_id IS NOT NULL;--> statement-breakpoint
UPDATE jobs SET payload = jsonb_build_object('runId', d.run_id)
	FROM report_details d WHERE kind = 'report-details' AND payload ->> 'id' = d.id::text AND d.run_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "report_details" DROP CONSTRAINT "report_details_ended";--> statement-breakpoint
ALTER TABLE "run_items" DROP CONSTRAINT "run_items_run_id_runs_id_fk";
--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_details" DROP COLUMN "request";--> statement-breakpoint
ALTER TABLE "report_details" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "report_details" DROP COLUMN "reason";--> statement-breakpoint
ALTER TABLE "report_details" DROP COLUMN "ended_at";--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_run" UNIQUE("run_id");