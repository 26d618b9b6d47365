CREATE TABLE "notification_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"audience" text NOT NULL,
	"category" text NOT NULL,
	"recipient_role_id" integer,
	"recipient_user_id" integer,
	"message" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"caused_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_events_recipient" CHECK (num_nonnulls("notification_events"."recipient_role_id", "notification_events"."recipient_user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "pto_balance_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pto_balance_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"kind" text NOT NULL,
	"change" numeric(8, 2) NOT NULL,
	"balance_after" numeric(8, 2) NOT NULL,
	"pto_request_id" integer,
	"source" text DEFAULT '' NOT NULL,
	"by_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pto_balance_entries_request_once" UNIQUE("pto_request_id"),
	CONSTRAINT "pto_balance_entries_request" CHECK (("pto_balance_entries"."kind" = 'acceptance') = ("pto_balance_entries"."pto_request_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "pto_balances" (
	"provider_id" integer PRIMARY KEY NOT NULL,
	"available_hours" numeric(8, 2) DEFAULT '0.00' NOT NULL,
	"updated_by_id" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pto_requests" ADD COLUMN "total_hours" numeric(8, 2) GENERATED ALWAYS AS (round(extract(epoch from (end_time - start_time)) / 3600, 2)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD COLUMN "quick_books_status" text DEFAULT 'Not Sent' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_role_id_roles_id_fk" FOREIGN KEY ("recipient_role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_user_id_users_id_fk" FOREIGN KEY ("recipient_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_caused_by_id_users_id_fk" FOREIGN KEY ("caused_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_pto_request_id_pto_requests_id_fk" FOREIGN KEY ("pto_request_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_recipient_role_id_created_at_index" ON "notification_events" USING btree ("recipient_role_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_events_recipient_user_id_created_at_index" ON "notification_events" USING btree ("recipient_user_id","created_at");--> statement-breakpoint
CREATE INDEX "pto_balance_entries_provider" ON "pto_balance_entries" USING btree ("provider_id","id");--> statement-breakpoint
CREATE INDEX "pto_requests_requested_date_index" ON "pto_requests" USING btree ("requested_date");