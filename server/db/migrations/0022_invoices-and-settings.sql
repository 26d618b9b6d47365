CREATE TABLE "invoice_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"job_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" integer NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "invoice_deliveries_ended" CHECK (("invoice_deliveries"."state" = 'queued') = ("invoice_deliveries"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "invoice_files" (
	"invoice_id" integer NOT NULL,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "invoice_files_invoice_id_format_pk" PRIMARY KEY("invoice_id","format")
);
--> statement-breakpoint
CREATE TABLE "invoice_run_schools" (
	"run_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"invoice_id" integer,
	"reason" text,
	CONSTRAINT "invoice_run_schools_run_id_school_id_pk" PRIMARY KEY("run_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "invoice_runs_ended" CHECK (("invoice_runs"."state" = 'running') = ("invoice_runs"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "invoice_sessions" (
	"invoice_id" integer NOT NULL,
	"occurrence_id" integer NOT NULL,
	"provider_id" integer NOT NULL,
	CONSTRAINT "invoice_sessions_invoice_id_occurrence_id_pk" PRIMARY KEY("invoice_id","occurrence_id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"invoice_number" text NOT NULL,
	"school_id" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"student_ids" integer[] NOT NULL,
	"service_ids" integer[] NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"total" numeric(14, 4) NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"issued_by_id" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"superseded_by_id" integer,
	"superseded_at" timestamp with time zone,
	"paid_on" date,
	"paid_reference" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_dates" CHECK ("invoices"."start_date" <= "invoices"."end_date"),
	CONSTRAINT "invoices_superseded" CHECK (num_nulls("invoices"."superseded_by_id", "invoices"."superseded_at") in (0, 2)),
	CONSTRAINT "invoices_paid" CHECK (num_nulls("invoices"."paid_on", "invoices"."paid_reference") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "organisation_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisation_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" integer NOT NULL,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_logos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organisation_logos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "remit_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "payment_terms" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "invoice_prefix" text DEFAULT 'INV-' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "annex_students" text DEFAULT 'initials' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "logo_id" integer;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "invoice_mail" text DEFAULT 'Hello,

Attached is invoice {number} for services at {school} from {period}, for a total of {total}. Payment is due by {due}.

Thank you,
{organization}' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "last_invoice_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "school_billing_profiles" ADD COLUMN "annex_students" text;--> statement-breakpoint
ALTER TABLE "invoice_deliveries" ADD CONSTRAINT "invoice_deliveries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_deliveries" ADD CONSTRAINT "invoice_deliveries_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_files" ADD CONSTRAINT "invoice_files_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_run_schools" ADD CONSTRAINT "invoice_run_schools_run_id_invoice_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."invoice_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_run_schools" ADD CONSTRAINT "invoice_run_schools_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_run_schools" ADD CONSTRAINT "invoice_run_schools_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_runs" ADD CONSTRAINT "invoice_runs_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sessions" ADD CONSTRAINT "invoice_sessions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sessions" ADD CONSTRAINT "invoice_sessions_occurrence_id_occurrences_id_fk" FOREIGN KEY ("occurrence_id") REFERENCES "public"."occurrences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sessions" ADD CONSTRAINT "invoice_sessions_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_issued_by_id_users_id_fk" FOREIGN KEY ("issued_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_superseded_by_id_invoices_id_fk" FOREIGN KEY ("superseded_by_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_changes" ADD CONSTRAINT "organisation_changes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_logos" ADD CONSTRAINT "organisation_logos_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_deliveries_invoice_id_id_index" ON "invoice_deliveries" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_runs_start_date_index" ON "invoice_runs" USING btree ("start_date");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_runs_running" ON "invoice_runs" USING btree ("state") WHERE "invoice_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "invoice_sessions_occurrence_id_index" ON "invoice_sessions" USING btree ("occurrence_id");--> statement-breakpoint
CREATE INDEX "invoices_school_id_start_date_index" ON "invoices" USING btree ("school_id","start_date");--> statement-breakpoint
CREATE INDEX "invoices_start_date_index" ON "invoices" USING btree ("start_date");--> statement-breakpoint
CREATE INDEX "organisation_changes_at_index" ON "organisation_changes" USING btree ("at");--> statement-breakpoint
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_logo_id_organisation_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."organisation_logos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Written by hand, Drizzle has no triggers: what was issued stays as it was, and a history can only be added to.
CREATE FUNCTION "row_stays"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Rows of % stay as they are', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER "organisation_changes_stay" BEFORE UPDATE OR DELETE ON "organisation_changes" FOR EACH ROW EXECUTE FUNCTION "row_stays"();--> statement-breakpoint
CREATE TRIGGER "organisation_logos_stay" BEFORE UPDATE OR DELETE ON "organisation_logos" FOR EACH ROW EXECUTE FUNCTION "row_stays"();--> statement-breakpoint
CREATE TRIGGER "invoice_files_stay" BEFORE UPDATE OR DELETE ON "invoice_files" FOR EACH ROW EXECUTE FUNCTION "row_stays"();--> statement-breakpoint
CREATE TRIGGER "invoice_sessions_stay" BEFORE UPDATE OR DELETE ON "invoice_sessions" FOR EACH ROW EXECUTE FUNCTION "row_stays"();--> statement-breakpoint
CREATE TRIGGER "invoices_stay" BEFORE DELETE OR UPDATE OF "number", "invoice_number", "school_id", "start_date", "end_date", "student_ids", "service_ids", "content", "content_hash", "total", "issued_on", "due_on", "issued_by_id", "issued_at" ON "invoices" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
