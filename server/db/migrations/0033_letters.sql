CREATE TABLE "document_acknowledgments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_acknowledgments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" integer NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"asked_by_id" integer NOT NULL,
	"read_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"accepted_name" text,
	"sha256" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "document_acknowledgments_accepted" CHECK (num_nulls("document_acknowledgments"."accepted_at", "document_acknowledgments"."accepted_name", "document_acknowledgments"."sha256") = case "document_acknowledgments"."state" when 'accepted' then 0 else 3 end),
	CONSTRAINT "document_acknowledgments_ended" CHECK (("document_acknowledgments"."ended_at" is not null) = ("document_acknowledgments"."state" in ('withdrawn', 'replaced')))
);
--> statement-breakpoint
CREATE TABLE "letter_run_providers" (
	"run_id" integer NOT NULL,
	"provider_id" integer NOT NULL,
	"seen" text,
	"outcome" text NOT NULL,
	"document_id" integer,
	"reason" text,
	CONSTRAINT "letter_run_providers_run_id_provider_id_pk" PRIMARY KEY("run_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "letter_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"template_type_id" integer NOT NULL,
	"document_name" text COLLATE "und-x-icu" NOT NULL,
	"format" text NOT NULL,
	"asks_to_accept" boolean NOT NULL,
	"is_own" boolean NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "letter_runs_ended" CHECK (("letter_runs"."state" = 'running') = ("letter_runs"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "letter_signer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "letter_signer_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_templates" ADD COLUMN "is_letter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document_acknowledgments" ADD CONSTRAINT "document_acknowledgments_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_acknowledgments" ADD CONSTRAINT "document_acknowledgments_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_run_id_letter_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."letter_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_template_type_id_document_templates_id_fk" FOREIGN KEY ("template_type_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_acknowledgments_live" ON "document_acknowledgments" USING btree ("document_id") WHERE "document_acknowledgments"."state" in ('asked', 'read', 'accepted');--> statement-breakpoint
CREATE INDEX "document_acknowledgments_document_id_id_index" ON "document_acknowledgments" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "letter_runs_started_by_id_id_index" ON "letter_runs" USING btree ("started_by_id","id");