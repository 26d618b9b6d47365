CREATE TABLE "payroll_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payroll_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"lines" jsonb NOT NULL,
	"exported_by_id" integer NOT NULL,
	"exported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payroll_exports_dates" CHECK ("payroll_exports"."start_date" <= "payroll_exports"."end_date")
);
--> statement-breakpoint
CREATE TABLE "report_detail_files" (
	"details_id" uuid NOT NULL,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "report_detail_files_details_id_format_pk" PRIMARY KEY("details_id","format")
);
--> statement-breakpoint
CREATE TABLE "report_details" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"filters" text[] NOT NULL,
	"request" jsonb NOT NULL,
	"state" text NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "report_details_ended" CHECK (("report_details"."state" in ('waiting', 'running')) = ("report_details"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"report" text NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"address" text NOT NULL,
	"schedule" text NOT NULL,
	"format" text NOT NULL,
	"last_sent_on" date,
	"stopped" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payroll_exports" ADD CONSTRAINT "payroll_exports_exported_by_id_users_id_fk" FOREIGN KEY ("exported_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_detail_files" ADD CONSTRAINT "report_detail_files_details_id_report_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."report_details"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD CONSTRAINT "saved_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payroll_exports_start_date_end_date_id_index" ON "payroll_exports" USING btree ("start_date","end_date","id");--> statement-breakpoint
CREATE INDEX "report_details_user_id_created_at_index" ON "report_details" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "report_details_created_at_index" ON "report_details" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_reports_name" ON "saved_reports" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "saved_reports_schedule_last_sent_on_index" ON "saved_reports" USING btree ("schedule","last_sent_on");