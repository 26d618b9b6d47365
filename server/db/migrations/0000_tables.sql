CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" integer NOT NULL,
	"created_by_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "caseload_frequencies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "caseload_frequencies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"student_id" integer NOT NULL,
	"service_id" integer,
	"service_frequency_id" integer,
	"duration_id" integer,
	"event_frequency_id" integer,
	"session_type_id" integer,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chart_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chart_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"workflow" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state_id" integer NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	CONSTRAINT "cities_stateId_name_unique" UNIQUE("state_id","name")
);
--> statement-breakpoint
CREATE TABLE "colours" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_notes" (
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"day_note" text NOT NULL,
	"updated_by_id" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "day_notes_provider_id_date_pk" PRIMARY KEY("provider_id","date")
);
--> statement-breakpoint
CREATE TABLE "durations" (
	"id" integer PRIMARY KEY NOT NULL,
	"duration" text NOT NULL,
	"minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_frequencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"event_frequency" text NOT NULL,
	"every_weeks" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "occurrence_edits" (
	"occurrence_id" integer PRIMARY KEY NOT NULL,
	"form" jsonb NOT NULL,
	"requested_by_id" integer NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "occurrence_students" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "occurrence_students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"occurrence_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"caseload_frequency_id" integer NOT NULL,
	"tracking_labels" text DEFAULT '' NOT NULL,
	"tracking_feedback" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "occurrence_students_occurrenceId_caseloadFrequencyId_unique" UNIQUE("occurrence_id","caseload_frequency_id")
);
--> statement-breakpoint
CREATE TABLE "occurrences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "occurrences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"schedule_event_id" integer NOT NULL,
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"colour_code" text NOT NULL,
	"schedule_event_mode" smallint NOT NULL,
	"is_timesheet_required" boolean NOT NULL,
	"is_recurring" boolean NOT NULL,
	"students_count" smallint DEFAULT 0 NOT NULL,
	"date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_edited_alone" boolean DEFAULT false NOT NULL,
	"moved_from" date,
	"rate_type_id" integer,
	"tracking_labels" text DEFAULT '' NOT NULL,
	"tracking_feedback" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "occurrences_times" CHECK ("occurrences"."start_time" < "occurrences"."end_time")
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"school_year_ends_on" date,
	CONSTRAINT "organisation_is_one" CHECK ("organisation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "permissions" (
	"id" integer PRIMARY KEY NOT NULL,
	"module" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "permissions_screen_unique" UNIQUE("screen")
);
--> statement-breakpoint
CREATE TABLE "provider_days" (
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"state" text NOT NULL,
	"approval_status" smallint DEFAULT 0 NOT NULL,
	"decided_by_id" integer,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "provider_days_provider_id_date_pk" PRIMARY KEY("provider_id","date")
);
--> statement-breakpoint
CREATE TABLE "provider_schools" (
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	CONSTRAINT "provider_schools_provider_id_school_id_pk" PRIMARY KEY("provider_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "provider_statuses" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "providers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text COLLATE "und-x-icu" NOT NULL,
	"middle_name" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"last_name" text COLLATE "und-x-icu" NOT NULL,
	"email" text NOT NULL,
	"provider_type_id" integer NOT NULL,
	"status_id" integer NOT NULL,
	"birth_date" date,
	"version" integer DEFAULT 1 NOT NULL
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
CREATE TABLE "pto_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pto_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"requested_on" timestamp with time zone DEFAULT now() NOT NULL,
	"requested_date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"total_hours" numeric(8, 2) GENERATED ALWAYS AS (round(extract(epoch from (end_time - start_time)) / 3600, 2)) STORED NOT NULL,
	"quick_books_status" text DEFAULT 'Not Sent' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"decided_by_id" integer,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pto_requests_times" CHECK ("pto_requests"."start_time" < "pto_requests"."end_time")
);
--> statement-breakpoint
CREATE TABLE "rate_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_permissions" (
	"role_id" integer NOT NULL,
	"permission_id" integer NOT NULL,
	CONSTRAINT "role_permissions_role_id_permission_id_pk" PRIMARY KEY("role_id","permission_id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "schedule_event_students" (
	"schedule_event_id" integer NOT NULL,
	"caseload_frequency_id" integer NOT NULL,
	CONSTRAINT "schedule_event_students_schedule_event_id_caseload_frequency_id_pk" PRIMARY KEY("schedule_event_id","caseload_frequency_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_name" text COLLATE "und-x-icu" NOT NULL,
	"schedule_event_mode" smallint NOT NULL,
	"is_timesheet_required" boolean NOT NULL,
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	"rate_type_id" integer,
	"colour_code" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"recurrence" jsonb NOT NULL,
	"is_recurring" boolean NOT NULL,
	"created_by_id" integer NOT NULL,
	"updated_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "schedule_events_times" CHECK ("schedule_events"."start_time" < "schedule_events"."end_time"),
	CONSTRAINT "schedule_events_dates" CHECK ("schedule_events"."from_date" <= "schedule_events"."to_date")
);
--> statement-breakpoint
CREATE TABLE "school_admin_fees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_admin_fees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"admin_fee" numeric(5, 2) NOT NULL,
	"effective_date" date NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "school_admin_fees_schoolId_effectiveDate_unique" UNIQUE("school_id","effective_date")
);
--> statement-breakpoint
CREATE TABLE "school_billing_profiles" (
	"school_id" integer PRIMARY KEY NOT NULL,
	"billing_email" text NOT NULL,
	"billing_note" text DEFAULT '' NOT NULL,
	"admin_fee_applied" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school_contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"person_name" text COLLATE "und-x-icu" NOT NULL,
	"phone_number" text NOT NULL,
	"designation" text NOT NULL,
	"email_address" text NOT NULL,
	"fax" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "school_service_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_service_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	"rate_type_id" integer NOT NULL,
	"rate" numeric(10, 2) NOT NULL,
	"effective_date" date NOT NULL,
	"ended_on" date,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "schools" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schools_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text COLLATE "und-x-icu" NOT NULL,
	"colour_code" text DEFAULT '#000000' NOT NULL,
	"address_line1" text DEFAULT '' NOT NULL,
	"address_line2" text DEFAULT '' NOT NULL,
	"city_id" integer,
	"zip_code" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"rates_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_frequencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"service_frequency" text NOT NULL,
	"times" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text COLLATE "und-x-icu" NOT NULL,
	"description" text COLLATE "und-x-icu" NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "states" (
	"id" integer PRIMARY KEY NOT NULL,
	"country_id" integer NOT NULL,
	"name" text NOT NULL,
	"abbreviation" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"part" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text COLLATE "und-x-icu" NOT NULL,
	"gender" text NOT NULL,
	"school_id" integer NOT NULL,
	"provider_id" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timesheets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timesheets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"is_zero_hours" boolean DEFAULT false NOT NULL,
	"service_id" integer,
	"confirmed_at" timestamp with time zone,
	"confirmed_by_id" integer,
	"updated_by_id" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "timesheets_provider_school_date" UNIQUE("provider_id","school_id","date"),
	CONSTRAINT "timesheets_times" CHECK ("timesheets"."is_zero_hours" OR "timesheets"."start_time" < "timesheets"."end_time")
);
--> statement-breakpoint
CREATE TABLE "tracking_labels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracking_labels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tracking_label" text COLLATE "und-x-icu" NOT NULL,
	"description" text NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transition_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transition_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"machine" text NOT NULL,
	"entity" text NOT NULL,
	"from_state" text NOT NULL,
	"event" text NOT NULL,
	"to_state" text NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"is_remember_me" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"display_name" text COLLATE "und-x-icu" NOT NULL,
	"password_hash" text,
	"role_id" integer NOT NULL,
	"provider_id" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_providerId_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_service_frequency_id_service_frequencies_id_fk" FOREIGN KEY ("service_frequency_id") REFERENCES "public"."service_frequencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_duration_id_durations_id_fk" FOREIGN KEY ("duration_id") REFERENCES "public"."durations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_event_frequency_id_event_frequencies_id_fk" FOREIGN KEY ("event_frequency_id") REFERENCES "public"."event_frequencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caseload_frequencies" ADD CONSTRAINT "caseload_frequencies_session_type_id_session_types_id_fk" FOREIGN KEY ("session_type_id") REFERENCES "public"."session_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_links" ADD CONSTRAINT "chart_links_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cities" ADD CONSTRAINT "cities_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_role_id_roles_id_fk" FOREIGN KEY ("recipient_role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_user_id_users_id_fk" FOREIGN KEY ("recipient_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_caused_by_id_users_id_fk" FOREIGN KEY ("caused_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_edits" ADD CONSTRAINT "occurrence_edits_occurrence_id_occurrences_id_fk" FOREIGN KEY ("occurrence_id") REFERENCES "public"."occurrences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_edits" ADD CONSTRAINT "occurrence_edits_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD CONSTRAINT "occurrence_students_occurrence_id_occurrences_id_fk" FOREIGN KEY ("occurrence_id") REFERENCES "public"."occurrences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD CONSTRAINT "occurrence_students_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_students" ADD CONSTRAINT "occurrence_students_caseload_frequency_id_caseload_frequencies_id_fk" FOREIGN KEY ("caseload_frequency_id") REFERENCES "public"."caseload_frequencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_schedule_event_id_schedule_events_id_fk" FOREIGN KEY ("schedule_event_id") REFERENCES "public"."schedule_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_days" ADD CONSTRAINT "provider_days_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_days" ADD CONSTRAINT "provider_days_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_schools" ADD CONSTRAINT "provider_schools_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_schools" ADD CONSTRAINT "provider_schools_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_provider_type_id_provider_types_id_fk" FOREIGN KEY ("provider_type_id") REFERENCES "public"."provider_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_status_id_provider_statuses_id_fk" FOREIGN KEY ("status_id") REFERENCES "public"."provider_statuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_pto_request_id_pto_requests_id_fk" FOREIGN KEY ("pto_request_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_permission_id_permissions_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_event_students" ADD CONSTRAINT "schedule_event_students_schedule_event_id_schedule_events_id_fk" FOREIGN KEY ("schedule_event_id") REFERENCES "public"."schedule_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_event_students" ADD CONSTRAINT "schedule_event_students_caseload_frequency_id_caseload_frequencies_id_fk" FOREIGN KEY ("caseload_frequency_id") REFERENCES "public"."caseload_frequencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD CONSTRAINT "schedule_events_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_admin_fees" ADD CONSTRAINT "school_admin_fees_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_admin_fees" ADD CONSTRAINT "school_admin_fees_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_billing_profiles" ADD CONSTRAINT "school_billing_profiles_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_contacts" ADD CONSTRAINT "school_contacts_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD CONSTRAINT "school_service_rates_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD CONSTRAINT "school_service_rates_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD CONSTRAINT "school_service_rates_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "states" ADD CONSTRAINT "states_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_readings" ADD CONSTRAINT "student_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_readings" ADD CONSTRAINT "student_readings_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_confirmed_by_id_users_id_fk" FOREIGN KEY ("confirmed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_provider_id_date_provider_days_provider_id_date_fk" FOREIGN KEY ("provider_id","date") REFERENCES "public"."provider_days"("provider_id","date") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transition_log" ADD CONSTRAINT "transition_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_live" ON "calendar_feeds" USING btree ("provider_id") WHERE "calendar_feeds"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "caseload_frequencies_student_id_index" ON "caseload_frequencies" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chart_links_token" ON "chart_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "chart_links_workflow_index" ON "chart_links" USING btree ("workflow");--> statement-breakpoint
CREATE INDEX "notification_events_recipient_role_id_created_at_index" ON "notification_events" USING btree ("recipient_role_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_events_recipient_user_id_created_at_index" ON "notification_events" USING btree ("recipient_user_id","created_at");--> statement-breakpoint
CREATE INDEX "occurrence_students_student_id_index" ON "occurrence_students" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "occurrences_provider_date" ON "occurrences" USING btree ("provider_id","date");--> statement-breakpoint
CREATE INDEX "occurrences_date" ON "occurrences" USING btree ("date");--> statement-breakpoint
CREATE INDEX "occurrences_event_date" ON "occurrences" USING btree ("schedule_event_id","date");--> statement-breakpoint
CREATE INDEX "occurrences_school_date" ON "occurrences" USING btree ("school_id","date");--> statement-breakpoint
CREATE INDEX "provider_days_date_index" ON "provider_days" USING btree ("date");--> statement-breakpoint
CREATE INDEX "provider_schools_school_id_index" ON "provider_schools" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "providers_last_name_first_name_index" ON "providers" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "pto_balance_entries_provider" ON "pto_balance_entries" USING btree ("provider_id","id");--> statement-breakpoint
CREATE INDEX "pto_requests_provider_date" ON "pto_requests" USING btree ("provider_id","requested_date");--> statement-breakpoint
CREATE INDEX "pto_requests_requested_date_index" ON "pto_requests" USING btree ("requested_date");--> statement-breakpoint
CREATE INDEX "schedule_events_provider_id_index" ON "schedule_events" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "school_contacts_school_id_index" ON "school_contacts" USING btree ("school_id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_service_rates_effective" ON "school_service_rates" USING btree ("school_id","service_id","rate_type_id","effective_date") WHERE "school_service_rates"."deleted_at" is null and "school_service_rates"."ended_on" is null;--> statement-breakpoint
CREATE INDEX "schools_name_index" ON "schools" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "services_code" ON "services" USING btree (lower("code")) WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "student_readings_student_id_at_index" ON "student_readings" USING btree ("student_id","at");--> statement-breakpoint
CREATE INDEX "student_readings_user_id_at_index" ON "student_readings" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "students_school_id_provider_id_index" ON "students" USING btree ("school_id","provider_id");--> statement-breakpoint
CREATE INDEX "students_provider_id_index" ON "students" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "students_live_by_name" ON "students" USING btree ("name","id") WHERE "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "timesheets_date_index" ON "timesheets" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_labels_label" ON "tracking_labels" USING btree (lower("tracking_label")) WHERE "tracking_labels"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "transition_log_machine_entity_id_index" ON "transition_log" USING btree ("machine","entity","id");--> statement-breakpoint
CREATE INDEX "transition_log_machine_at_index" ON "transition_log" USING btree ("machine","at");--> statement-breakpoint
CREATE INDEX "user_sessions_user_id_index" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
-- Written by hand, Drizzle has no triggers: the record of who read what about a student can only be added to.
CREATE FUNCTION "student_readings_stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Readings of students are only ever added to'; END $$;--> statement-breakpoint
CREATE TRIGGER "student_readings_stay" BEFORE UPDATE OR DELETE ON "student_readings" FOR EACH ROW EXECUTE FUNCTION "student_readings_stay"();
