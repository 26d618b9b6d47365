CREATE TABLE "run_items" (
	"run_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"invoice_id" integer,
	"document_id" integer,
	CONSTRAINT "run_items_run_id_item_id_pk" PRIMARY KEY("run_id","item_id"),
	CONSTRAINT "run_items_refused" CHECK (("run_items"."outcome" = 'refused') = ("run_items"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "runs_ended" CHECK (("runs"."state" = 'running') = ("runs"."ended_at" is null))
);
--> statement-breakpoint
-- Runs of invoices keep their numbers, which notifications name. Those of letters come after them.
INSERT INTO runs (id, kind, input, state, started_by_id, created_at, ended_at, reason) OVERRIDING SYSTEM VALUE
	SELECT id, 'invoice-run', jsonb_build_object('startDate', start_date, 'endDate', end_date),
		state, started_by_id, created_at, ended_at, reason
	FROM invoice_runs;--> statement-breakpoint
INSERT INTO run_items (run_id, item_id, position, outcome, reason, invoice_id)
	SELECT i.run_id, i.school_id, row_number() OVER (PARTITION BY i.run_id ORDER BY s.name, s.id) - 1,
		CASE i.outcome WHEN 'issued' THEN 'done' WHEN 'skipped' THEN 'refused' ELSE i.outcome END, i.reason, i.invoice_id
	FROM invoice_run_schools i JOIN schools s ON s.id = i.school_id;--> statement-breakpoint
CREATE TEMPORARY TABLE letters_begin ON COMMIT DROP AS SELECT coalesce(max(id), 0) AS after FROM invoice_runs;--> statement-breakpoint
INSERT INTO runs (id, kind, input, state, started_by_id, created_at, ended_at, reason) OVERRIDING SYSTEM VALUE
	SELECT after + id, 'letter-run', jsonb_build_object('templateTypeId', template_type_id, 'documentName', document_name,
			'format', format, 'asksToAccept', asks_to_accept, 'isOwn', is_own, 'seen', (
				SELECT coalesce(jsonb_agg(jsonb_build_object('providerId', provider_id, 'sha256', seen)), '[]')
				FROM letter_run_providers WHERE run_id = letter_runs.id AND seen IS NOT NULL)),
		state, started_by_id, created_at, ended_at, reason
	FROM letter_runs, letters_begin;--> statement-breakpoint
INSERT INTO run_items (run_id, item_id, position, outcome, reason, document_id)
	SELECT after + i.run_id, i.provider_id,
		row_number() OVER (PARTITION BY i.run_id ORDER BY p.last_name, p.first_name, p.id) - 1,
		CASE i.outcome WHEN 'saved' THEN 'done' WHEN 'failed' THEN 'refused' ELSE i.outcome END, i.reason, i.document_id
	FROM letter_run_providers i JOIN providers p ON p.id = i.provider_id, letters_begin;--> statement-breakpoint
UPDATE jobs SET payload = jsonb_set(payload, '{runId}', to_jsonb((payload ->> 'runId')::int + after))
	FROM letters_begin WHERE kind = 'letter-run';--> statement-breakpoint
UPDATE notification_events SET subject_id = subject_id + after, entity = (subject_id + after)::text
	FROM letters_begin WHERE subject = 'generate-letter';--> statement-breakpoint
SELECT setval('runs_id_seq', greatest(max(id), 1), max(id) IS NOT NULL) FROM runs;--> statement-breakpoint
DROP TABLE "invoice_run_schools" CASCADE;--> statement-breakpoint
DROP TABLE "invoice_runs" CASCADE;--> statement-breakpoint
DROP TABLE "letter_run_providers" CASCADE;--> statement-breakpoint
DROP TABLE "letter_runs" CASCADE;--> statement-breakpoint
DROP FUNCTION "live_invoice_runs"();--> statement-breakpoint
DROP FUNCTION "live_invoice_run_schools"();--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_items_document_id_index" ON "run_items" USING btree ("document_id") WHERE "run_items"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_kind_started_by_id_id_index" ON "runs" USING btree ("kind","started_by_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_of_invoices" ON "runs" USING btree ("kind") WHERE "runs"."kind" = 'invoice-run' and "runs"."state" = 'running';--> statement-breakpoint
-- Every administrator who invoices sees runs of invoices; other runs are only seen by those who started them.
SELECT live_follow('runs', 'runs', owner => 'CASE WHEN c.kind <> ''invoice-run'' THEN c.started_by_id END'),
	live_follow('run_items', 'runs', owner => 'CASE WHEN r.kind <> ''invoice-run'' THEN r.started_by_id END', source => 'JOIN runs r ON r.id = c.run_id');
