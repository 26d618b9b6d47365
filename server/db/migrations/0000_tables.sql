-- Everything that drizzle-kit does not generate is written by hand: this function, which computes columns, and at the end a
-- constraint and the triggers.
--
-- As `nameKey` in src/domain/name-key.ts.
CREATE FUNCTION "name_key"("name" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length("name") = char_length("name")
    THEN btrim(regexp_replace(translate(lower("name" COLLATE "und-x-icu"), '''`.', ''), '[-,\s]+', ' ', 'g'))
    ELSE btrim(regexp_replace(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(
            normalize(translate("name", '''’‘ʼ`´ʹ′.', ''), NFKD),
            '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
            '', 'g') COLLATE "und-x-icu"),
          'øđðłħı', 'oddlhi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[-‐‑‒–—―,\s]+', ' ', 'g'))
    END
$$;--> statement-breakpoint
CREATE TABLE "access_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" integer NOT NULL,
	"kind" text NOT NULL,
	"role_id" integer,
	"permission_id" integer,
	"user_id" integer,
	"before" text NOT NULL,
	"after" text NOT NULL,
	CONSTRAINT "access_changes_subject" CHECK (("access_changes"."kind" = 'screen') = ("access_changes"."role_id" is not null)
      and ("access_changes"."kind" = 'screen') = ("access_changes"."permission_id" is not null)
      and ("access_changes"."kind" = 'screen') = ("access_changes"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "authenticator_apps" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "daily_work" (
	"name" text PRIMARY KEY NOT NULL,
	"done_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"state" text DEFAULT 'opened' NOT NULL,
	"reason" text NOT NULL,
	"opened_by_id" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"school_ids" integer[] NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb,
	"rows_before" jsonb NOT NULL,
	"keeps_pay" boolean DEFAULT true NOT NULL,
	"outcome" jsonb,
	"ended_by_id" integer,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "day_corrections_ended" CHECK (("day_corrections"."state" in ('opened', 'confirmed')) = ("day_corrections"."ended_at" is null)),
	CONSTRAINT "day_corrections_completed" CHECK (("day_corrections"."state" = 'completed') = ("day_corrections"."after" is not null))
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
CREATE TABLE "dismissed_news" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "dismissed_news_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
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
CREATE TABLE "document_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" integer NOT NULL,
	"action" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
CREATE TABLE "document_requirements" (
	"template_id" integer NOT NULL,
	"provider_type_id" integer NOT NULL,
	CONSTRAINT "document_requirements_template_id_provider_type_id_pk" PRIMARY KEY("template_id","provider_type_id")
);
--> statement-breakpoint
CREATE TABLE "document_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text COLLATE "und-x-icu" NOT NULL,
	"is_for_providers" boolean DEFAULT false NOT NULL,
	"must_expire" boolean DEFAULT false NOT NULL,
	"file_name" text,
	"original_file_name" text COLLATE "und-x-icu",
	"is_letter" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "durations" (
	"id" integer PRIMARY KEY NOT NULL,
	"duration" text NOT NULL,
	"minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ethnicities" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_frequencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"event_frequency" text NOT NULL,
	"every_weeks" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "genders" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hand_over_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_over_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hand_over_id" integer NOT NULL,
	"to_provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"schedule_event_id" integer,
	"student_id" integer,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"session_version" integer,
	"is_session_moved" boolean DEFAULT false NOT NULL,
	"occurrences" jsonb NOT NULL,
	"sessions_count" integer DEFAULT 0 NOT NULL,
	"moves_on" date,
	"is_undone" boolean DEFAULT false NOT NULL,
	"stayed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "hand_over_items_one" CHECK (num_nonnulls("hand_over_items"."schedule_event_id", "hand_over_items"."student_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "hand_overs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_overs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"from_date" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" integer NOT NULL,
	"state" text DEFAULT 'moved' NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" integer,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hour_reminders" (
	"provider_id" integer NOT NULL,
	"sent_on" date NOT NULL,
	"since" date NOT NULL,
	CONSTRAINT "hour_reminders_provider_id_sent_on_pk" PRIMARY KEY("provider_id","sent_on")
);
--> statement-breakpoint
CREATE TABLE "hours_explanations" (
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"date" date NOT NULL,
	"explanation" text NOT NULL,
	"updated_by_id" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "hours_explanations_provider_id_school_id_date_pk" PRIMARY KEY("provider_id","school_id","date")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"reply" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_key" UNIQUE NULLS NOT DISTINCT("user_id","key_hash")
);
--> statement-breakpoint
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
	"is_replaced" boolean DEFAULT false NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "invoice_files_invoice_id_format_is_replaced_pk" PRIMARY KEY("invoice_id","format","is_replaced")
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
	"kind" text DEFAULT 'invoice' NOT NULL,
	"credits_id" integer,
	"school_id" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"student_ids" integer[] NOT NULL,
	"service_ids" integer[] NOT NULL,
	"content" jsonb NOT NULL,
	"total" numeric(14, 4) NOT NULL,
	"amount_due" numeric(14, 4) NOT NULL,
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
	CONSTRAINT "invoices_credit" CHECK (("invoices"."kind" = 'credit') = ("invoices"."credits_id" is not null)),
	CONSTRAINT "invoices_superseded" CHECK (num_nulls("invoices"."superseded_by_id", "invoices"."superseded_at") in (0, 2)),
	CONSTRAINT "invoices_paid" CHECK (num_nulls("invoices"."paid_on", "invoices"."paid_reference") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "jobs_ended" CHECK (("jobs"."state" in ('done', 'failed')) = ("jobs"."ended_at" is not null))
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
CREATE TABLE "live_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"topic" text NOT NULL,
	"provider_id" integer,
	"user_id" integer,
	"from_date" date,
	"to_date" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lock_outs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lock_outs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"is_forced" boolean NOT NULL,
	"rounds_each_row" boolean DEFAULT false NOT NULL,
	"left_out" jsonb NOT NULL,
	"locked_by_id" integer NOT NULL,
	"locked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unlocked_by_id" integer,
	"unlocked_at" timestamp with time zone,
	"unlock_reason" text,
	CONSTRAINT "lock_outs_dates" CHECK ("lock_outs"."start_date" <= "lock_outs"."end_date"),
	CONSTRAINT "lock_outs_unlocked" CHECK (num_nulls("lock_outs"."unlocked_by_id", "lock_outs"."unlocked_at", "lock_outs"."unlock_reason") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"category_id" integer NOT NULL,
	"recipient_role_id" integer,
	"recipient_user_id" integer,
	"recipient_provider_id" integer,
	"message" text NOT NULL,
	"mail_message" text DEFAULT '' NOT NULL,
	"href" text DEFAULT '/' NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"entity" text NOT NULL,
	"caused_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_events_recipient" CHECK (num_nonnulls("notification_events"."recipient_role_id", "notification_events"."recipient_user_id", "notification_events"."recipient_provider_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notification_mail_choices" (
	"user_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notification_mail_choices_user_id_category_id_pk" PRIMARY KEY("user_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"read_at" timestamp with time zone,
	"mail" text
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
	"label_ids" integer[] DEFAULT '{}' NOT NULL,
	"label_meanings" smallint[] DEFAULT '{}' NOT NULL,
	"tracking_feedback" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "occurrence_students_occurrenceId_caseloadFrequencyId_unique" UNIQUE("occurrence_id","caseload_frequency_id"),
	CONSTRAINT "occurrence_students_labels" CHECK (cardinality("occurrence_students"."label_ids") = cardinality("occurrence_students"."label_meanings"))
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
	"label_ids" integer[] DEFAULT '{}' NOT NULL,
	"label_meanings" smallint[] DEFAULT '{}' NOT NULL,
	"tracking_feedback" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "occurrences_times" CHECK ("occurrences"."start_time" < "occurrences"."end_time"),
	CONSTRAINT "occurrences_labels" CHECK (cardinality("occurrences"."label_ids") = cardinality("occurrences"."label_meanings"))
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"locale" text DEFAULT 'en-US' NOT NULL,
	"school_year_ends_on" date,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"remit_to" text DEFAULT '' NOT NULL,
	"payment_terms" smallint DEFAULT 30 NOT NULL,
	"invoice_prefix" text DEFAULT 'INV-' NOT NULL,
	"annex_students" text DEFAULT 'initials' NOT NULL,
	"corrected_invoices" text DEFAULT 'replace' NOT NULL,
	"logo_id" integer,
	"letter_signer" text DEFAULT '' NOT NULL,
	"letter_signer_title" text DEFAULT '' NOT NULL,
	"invoice_mail" text DEFAULT 'Hello,

Attached is invoice {number} for services at {school} from {period}, for a total of {total}. Payment is due by {due}.

Thank you,
{organization}' NOT NULL,
	"last_invoice_number" integer DEFAULT 0 NOT NULL,
	"reminds_of_hours" boolean DEFAULT true NOT NULL,
	"reminder_time" time DEFAULT '09:00' NOT NULL,
	"reminder_days" smallint DEFAULT 1 NOT NULL,
	"providers_changes_wait" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organisation_is_one" CHECK ("organisation"."id" = 1)
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
CREATE TABLE "passkey_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"user_handle" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "password_recoveries" (
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"is_invitation" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_recoveries_user_id_is_invitation_pk" PRIMARY KEY("user_id","is_invitation")
);
--> statement-breakpoint
CREATE TABLE "pay_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"kind" text NOT NULL,
	"work_date" date NOT NULL,
	"paid_on" date NOT NULL,
	"pto_request_id" integer,
	"rate_id" integer,
	"rate_type_id" integer,
	"rate" numeric(10, 2),
	"minutes" integer NOT NULL,
	"quantity" numeric NOT NULL,
	"amount" numeric(14, 3) NOT NULL,
	"by_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by_id" integer,
	CONSTRAINT "pay_adjustments_later" CHECK ("pay_adjustments"."paid_on" > "pay_adjustments"."work_date"),
	CONSTRAINT "pay_adjustments_rate" CHECK (num_nulls("pay_adjustments"."rate_id", "pay_adjustments"."rate_type_id", "pay_adjustments"."rate") in (0, 3)),
	CONSTRAINT "pay_adjustments_voided" CHECK (num_nulls("pay_adjustments"."voided_at", "pay_adjustments"."voided_by_id") in (0, 2)),
	CONSTRAINT "pay_adjustments_request" CHECK (("pay_adjustments"."kind" in ('timeOffAccepted', 'timeOffGivenBack')) = ("pay_adjustments"."pto_request_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "pay_before_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_before_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"school_id" integer NOT NULL,
	"minutes" integer NOT NULL,
	"hundredths" integer,
	"sessions" integer NOT NULL,
	"occurrence_ids" integer[] NOT NULL,
	"rate_id" integer,
	"rate_type_id" integer,
	"rate" numeric(10, 2)
);
--> statement-breakpoint
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
CREATE TABLE "permissions" (
	"id" integer PRIMARY KEY NOT NULL,
	"module" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "permissions_screen_unique" UNIQUE("screen")
);
--> statement-breakpoint
CREATE TABLE "provider_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"provider_id" integer NOT NULL,
	"by_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"words" text NOT NULL,
	"sessions" jsonb NOT NULL,
	"occurrences" jsonb NOT NULL,
	"requested" jsonb,
	"requested_ids" integer[] DEFAULT '{}' NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by_id" integer,
	"reason" text,
	"undone_at" timestamp with time zone,
	"undone_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "provider_days" (
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"state" text NOT NULL,
	"approval_status" smallint DEFAULT 0 NOT NULL,
	"decided_by_id" integer,
	"decided_at" timestamp with time zone,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "provider_days_provider_id_date_pk" PRIMARY KEY("provider_id","date")
);
--> statement-breakpoint
CREATE TABLE "provider_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"original_file_name" text COLLATE "und-x-icu" NOT NULL,
	"file_name" text NOT NULL,
	"title" text COLLATE "und-x-icu",
	"template_type_id" integer,
	"expiry_date" date,
	"expiry_told" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"first_id" integer,
	"superseded_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_emergency_contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_emergency_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"relationship" text NOT NULL,
	"number" text NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"rate_type_id" integer NOT NULL,
	"rate" numeric(10, 2) NOT NULL,
	"effective_date" date NOT NULL,
	"ended_on" date,
	"deleted_at" timestamp with time zone,
	"created_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_schools" (
	"provider_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	CONSTRAINT "provider_schools_provider_id_school_id_pk" PRIMARY KEY("provider_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "provider_services" (
	"provider_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	CONSTRAINT "provider_services_provider_id_service_id_pk" PRIMARY KEY("provider_id","service_id")
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
	"gender_id" integer,
	"ethnicity_id" integer,
	"address_line1" text DEFAULT '' NOT NULL,
	"address_line2" text DEFAULT '' NOT NULL,
	"city_id" integer,
	"postal_code" text DEFAULT '' NOT NULL,
	"mobile_number" text DEFAULT '' NOT NULL,
	"home_phone" text DEFAULT '' NOT NULL,
	"hire_date" date,
	"term_date" date,
	"department" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"division" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"job_class" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"ssn" text,
	"ssn_key_id" text,
	"ssn_last_four" text,
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (name_key(first_name || case middle_name when '' then '' else ' ' || middle_name end || ' ' || last_name)) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "providers_ssn_whole" CHECK (num_nulls("providers"."ssn", "providers"."ssn_key_id", "providers"."ssn_last_four") in (0, 3))
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
	CONSTRAINT "pto_balance_entries_request" CHECK (("pto_balance_entries"."kind" in ('acceptance', 'return')) = ("pto_balance_entries"."pto_request_id" is not null))
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
	"span_id" integer,
	"total_hours" numeric(8, 2) GENERATED ALWAYS AS (round(extract(epoch from (end_time - start_time)) / 3600, 2)) STORED NOT NULL,
	"paid_on" date,
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
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
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
	"provider_id" integer,
	"state" text NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "report_details_ended" CHECK (("report_details"."state" in ('waiting', 'running')) = ("report_details"."ended_at" is null))
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
CREATE TABLE "saved_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"report" text NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"address" text NOT NULL,
	"schedule" text NOT NULL,
	"format" text NOT NULL,
	"scheduled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sent_on" date,
	"stopped" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
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
	"ended_on" date,
	"deleted_at" timestamp with time zone,
	"created_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school_billing_profiles" (
	"school_id" integer PRIMARY KEY NOT NULL,
	"billing_email" text NOT NULL,
	"billing_note" text DEFAULT '' NOT NULL,
	"annex_students" text,
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
	"deleted_at" timestamp with time zone,
	"created_by_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "security_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"user_id" integer,
	"account" text,
	"session_id" uuid,
	"address" text,
	"user_agent" text,
	"by_id" integer
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
CREATE TABLE "sign_in_paces" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"is_remember_me" boolean NOT NULL,
	"identity" jsonb,
	"wrong" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssn_reveals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ssn_reveals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "states" (
	"id" integer PRIMARY KEY NOT NULL,
	"country_id" integer NOT NULL,
	"name" text NOT NULL,
	"abbreviation" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_file_contents" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"name" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"can_be_shown" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_files_store" CHECK ("stored_files"."store" in ('table', 'folder', 's3'))
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
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (name_key(name)) STORED,
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
	"counts_as" smallint DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tracking_labels_counts_as" CHECK ("tracking_labels"."counts_as" in (1, 2, 3))
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
CREATE TABLE "user_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
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
	"ended_by" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_received" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp with time zone,
	"address" text,
	"user_agent" text
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
	"invited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_providerId_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_permission_id_permissions_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_news" ADD CONSTRAINT "dismissed_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_acknowledgments" ADD CONSTRAINT "document_acknowledgments_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_acknowledgments" ADD CONSTRAINT "document_acknowledgments_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_log" ADD CONSTRAINT "document_log_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_log" ADD CONSTRAINT "document_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_template_id_document_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_provider_type_id_provider_types_id_fk" FOREIGN KEY ("provider_type_id") REFERENCES "public"."provider_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_templates" ADD CONSTRAINT "document_templates_file_name_stored_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_items" ADD CONSTRAINT "hand_over_items_hand_over_id_hand_overs_id_fk" FOREIGN KEY ("hand_over_id") REFERENCES "public"."hand_overs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_items" ADD CONSTRAINT "hand_over_items_to_provider_id_providers_id_fk" FOREIGN KEY ("to_provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_items" ADD CONSTRAINT "hand_over_items_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_items" ADD CONSTRAINT "hand_over_items_schedule_event_id_schedule_events_id_fk" FOREIGN KEY ("schedule_event_id") REFERENCES "public"."schedule_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_items" ADD CONSTRAINT "hand_over_items_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_undone_by_id_users_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_reminders" ADD CONSTRAINT "hour_reminders_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credits_id_invoices_id_fk" FOREIGN KEY ("credits_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_issued_by_id_users_id_fk" FOREIGN KEY ("issued_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_superseded_by_id_invoices_id_fk" FOREIGN KEY ("superseded_by_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_run_id_letter_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."letter_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_run_providers" ADD CONSTRAINT "letter_run_providers_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_template_type_id_document_templates_id_fk" FOREIGN KEY ("template_type_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_locked_by_id_users_id_fk" FOREIGN KEY ("locked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_unlocked_by_id_users_id_fk" FOREIGN KEY ("unlocked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_role_id_roles_id_fk" FOREIGN KEY ("recipient_role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_user_id_users_id_fk" FOREIGN KEY ("recipient_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_provider_id_providers_id_fk" FOREIGN KEY ("recipient_provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_caused_by_id_users_id_fk" FOREIGN KEY ("caused_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mail_choices" ADD CONSTRAINT "notification_mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_id_notification_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notification_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_logo_id_organisation_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."organisation_logos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_changes" ADD CONSTRAINT "organisation_changes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_logos" ADD CONSTRAINT "organisation_logos_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_recoveries" ADD CONSTRAINT "password_recoveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_pto_request_id_pto_requests_id_fk" FOREIGN KEY ("pto_request_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_rate_id_provider_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."provider_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_voided_by_id_users_id_fk" FOREIGN KEY ("voided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_rate_id_provider_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."provider_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_exports" ADD CONSTRAINT "payroll_exports_exported_by_id_users_id_fk" FOREIGN KEY ("exported_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_undone_by_id_users_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_days" ADD CONSTRAINT "provider_days_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_days" ADD CONSTRAINT "provider_days_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_file_name_stored_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_template_type_id_document_templates_id_fk" FOREIGN KEY ("template_type_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_first_id_provider_documents_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_emergency_contacts" ADD CONSTRAINT "provider_emergency_contacts_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_schools" ADD CONSTRAINT "provider_schools_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_schools" ADD CONSTRAINT "provider_schools_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_services" ADD CONSTRAINT "provider_services_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_services" ADD CONSTRAINT "provider_services_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_provider_type_id_provider_types_id_fk" FOREIGN KEY ("provider_type_id") REFERENCES "public"."provider_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_status_id_provider_statuses_id_fk" FOREIGN KEY ("status_id") REFERENCES "public"."provider_statuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_gender_id_genders_id_fk" FOREIGN KEY ("gender_id") REFERENCES "public"."genders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_ethnicity_id_ethnicities_id_fk" FOREIGN KEY ("ethnicity_id") REFERENCES "public"."ethnicities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_pto_request_id_pto_requests_id_fk" FOREIGN KEY ("pto_request_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_balances" ADD CONSTRAINT "pto_balances_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_span_id_pto_requests_id_fk" FOREIGN KEY ("span_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_detail_files" ADD CONSTRAINT "report_detail_files_details_id_report_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."report_details"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_details" ADD CONSTRAINT "report_details_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_permission_id_permissions_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD CONSTRAINT "saved_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "school_service_rates" ADD CONSTRAINT "school_service_rates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_tickets" ADD CONSTRAINT "sign_in_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssn_reveals" ADD CONSTRAINT "ssn_reveals_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssn_reveals" ADD CONSTRAINT "ssn_reveals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "states" ADD CONSTRAINT "states_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file_contents" ADD CONSTRAINT "stored_file_contents_name_stored_files_name_fk" FOREIGN KEY ("name") REFERENCES "public"."stored_files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_changes_at_index" ON "access_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_live" ON "calendar_feeds" USING btree ("provider_id") WHERE "calendar_feeds"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "caseload_frequencies_student_id_index" ON "caseload_frequencies" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chart_links_token" ON "chart_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "chart_links_workflow_index" ON "chart_links" USING btree ("workflow");--> statement-breakpoint
CREATE INDEX "day_corrections_provider_id_date_index" ON "day_corrections" USING btree ("provider_id","date");--> statement-breakpoint
CREATE INDEX "day_corrections_date_index" ON "day_corrections" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "day_corrections_open" ON "day_corrections" USING btree ("provider_id","date") WHERE "day_corrections"."state" in ('opened', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "document_acknowledgments_live" ON "document_acknowledgments" USING btree ("document_id") WHERE "document_acknowledgments"."state" in ('asked', 'read', 'accepted');--> statement-breakpoint
CREATE INDEX "document_acknowledgments_document_id_id_index" ON "document_acknowledgments" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "document_log_document_id_id_index" ON "document_log" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "document_requirements_provider_type_id_index" ON "document_requirements" USING btree ("provider_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_templates_title" ON "document_templates" USING btree (lower("title")) WHERE "document_templates"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_templates_file_name" ON "document_templates" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "hand_over_items_hand_over_id_index" ON "hand_over_items" USING btree ("hand_over_id");--> statement-breakpoint
CREATE INDEX "hand_over_items_coming" ON "hand_over_items" USING btree ("student_id") WHERE "hand_over_items"."moves_on" is not null;--> statement-breakpoint
CREATE INDEX "hand_overs_provider_id_at_index" ON "hand_overs" USING btree ("provider_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoice_deliveries_invoice_id_id_index" ON "invoice_deliveries" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_runs_start_date_index" ON "invoice_runs" USING btree ("start_date");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_runs_running" ON "invoice_runs" USING btree ("state") WHERE "invoice_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "invoice_sessions_occurrence_id_index" ON "invoice_sessions" USING btree ("occurrence_id");--> statement-breakpoint
CREATE INDEX "invoices_school_id_start_date_index" ON "invoices" USING btree ("school_id","start_date");--> statement-breakpoint
CREATE INDEX "invoices_start_date_index" ON "invoices" USING btree ("start_date");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at") WHERE "jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "jobs_kind" ON "jobs" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "letter_runs_started_by_id_id_index" ON "letter_runs" USING btree ("started_by_id","id");--> statement-breakpoint
CREATE INDEX "live_changes_xid_index" ON "live_changes" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "lock_outs_start_date_index" ON "lock_outs" USING btree ("start_date");--> statement-breakpoint
CREATE INDEX "notification_events_subject_entity_index" ON "notification_events" USING btree ("subject","entity");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_recipient" ON "notifications" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_category_id_id_index" ON "notifications" USING btree ("user_id","category_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","category_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("user_id") WHERE "notifications"."mail" is not null and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "occurrence_students_student_id_index" ON "occurrence_students" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "occurrence_students_missed" ON "occurrence_students" USING btree ("occurrence_id","student_id") WHERE "occurrence_students"."label_meanings" && '{2,3}';--> statement-breakpoint
CREATE INDEX "occurrences_provider_date" ON "occurrences" USING btree ("provider_id","date");--> statement-breakpoint
CREATE INDEX "occurrences_date" ON "occurrences" USING btree ("date");--> statement-breakpoint
CREATE INDEX "occurrences_event_date" ON "occurrences" USING btree ("schedule_event_id","date");--> statement-breakpoint
CREATE INDEX "occurrences_school_date" ON "occurrences" USING btree ("school_id","date");--> statement-breakpoint
CREATE INDEX "organisation_changes_at_index" ON "organisation_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_recoveries_token" ON "password_recoveries" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pay_adjustments_paid_on_index" ON "pay_adjustments" USING btree ("paid_on");--> statement-breakpoint
CREATE INDEX "pay_adjustments_work_date_index" ON "pay_adjustments" USING btree ("work_date");--> statement-breakpoint
CREATE INDEX "pay_adjustments_pto_request_id_index" ON "pay_adjustments" USING btree ("pto_request_id");--> statement-breakpoint
CREATE INDEX "pay_before_corrections_date_provider_id_index" ON "pay_before_corrections" USING btree ("date","provider_id");--> statement-breakpoint
CREATE INDEX "payroll_exports_start_date_end_date_id_index" ON "payroll_exports" USING btree ("start_date","end_date","id");--> statement-breakpoint
CREATE INDEX "provider_changes_provider_id_at_index" ON "provider_changes" USING btree ("provider_id","at");--> statement-breakpoint
CREATE INDEX "provider_changes_state_index" ON "provider_changes" USING btree ("state") WHERE "provider_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "provider_days_date_index" ON "provider_days" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_documents_file_name" ON "provider_documents" USING btree ("file_name");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_documents_version" ON "provider_documents" USING btree ("first_id","version");--> statement-breakpoint
CREATE INDEX "provider_documents_provider_id_index" ON "provider_documents" USING btree ("provider_id") WHERE "provider_documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "provider_documents_expiry" ON "provider_documents" USING btree ("expiry_date") WHERE "provider_documents"."deleted_at" is null and "provider_documents"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "provider_documents_template_type_id_index" ON "provider_documents" USING btree ("template_type_id");--> statement-breakpoint
CREATE INDEX "provider_emergency_contacts_provider_id_index" ON "provider_emergency_contacts" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_rates_effective" ON "provider_rates" USING btree ("provider_id","rate_type_id","effective_date") WHERE "provider_rates"."deleted_at" is null and "provider_rates"."ended_on" is null;--> statement-breakpoint
CREATE INDEX "provider_schools_school_id_index" ON "provider_schools" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "provider_services_service_id_index" ON "provider_services" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "providers_last_name_first_name_index" ON "providers" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "providers_same_name" ON "providers" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "providers_leaving" ON "providers" USING btree ("term_date") WHERE "providers"."status_id" <> 3;--> statement-breakpoint
CREATE INDEX "providers_ssn_key_id_index" ON "providers" USING btree ("ssn_key_id") WHERE "providers"."ssn" is not null;--> statement-breakpoint
CREATE INDEX "pto_balance_entries_provider" ON "pto_balance_entries" USING btree ("provider_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pto_balance_entries_request_once" ON "pto_balance_entries" USING btree ("pto_request_id","kind") WHERE "pto_balance_entries"."pto_request_id" is not null;--> statement-breakpoint
CREATE INDEX "pto_requests_provider_date" ON "pto_requests" USING btree ("provider_id","requested_date");--> statement-breakpoint
CREATE INDEX "pto_requests_requested_date_index" ON "pto_requests" USING btree ("requested_date");--> statement-breakpoint
CREATE INDEX "pto_requests_span_id_index" ON "pto_requests" USING btree ("span_id");--> statement-breakpoint
CREATE INDEX "report_details_user_id_created_at_index" ON "report_details" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "report_details_created_at_index" ON "report_details" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_reports_name" ON "saved_reports" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "saved_reports_schedule_last_sent_on_index" ON "saved_reports" USING btree ("schedule","last_sent_on");--> statement-breakpoint
CREATE INDEX "schedule_events_provider_id_index" ON "schedule_events" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_admin_fees_effective" ON "school_admin_fees" USING btree ("school_id","effective_date") WHERE "school_admin_fees"."deleted_at" is null and "school_admin_fees"."ended_on" is null;--> statement-breakpoint
CREATE INDEX "school_contacts_school_id_index" ON "school_contacts" USING btree ("school_id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_service_rates_effective" ON "school_service_rates" USING btree ("school_id","service_id","rate_type_id","effective_date") WHERE "school_service_rates"."deleted_at" is null and "school_service_rates"."ended_on" is null;--> statement-breakpoint
CREATE INDEX "schools_name_index" ON "schools" USING btree ("name");--> statement-breakpoint
CREATE INDEX "security_events_user_id_at_index" ON "security_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "security_events_account_at_index" ON "security_events" USING btree ("account","at");--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "services_code" ON "services" USING btree (lower("code")) WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sign_in_tickets_user_id_index" ON "sign_in_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ssn_reveals_provider_id_at_index" ON "ssn_reveals" USING btree ("provider_id","at");--> statement-breakpoint
CREATE INDEX "stored_files_store_index" ON "stored_files" USING btree ("store");--> statement-breakpoint
CREATE INDEX "student_readings_student_id_at_index" ON "student_readings" USING btree ("student_id","at");--> statement-breakpoint
CREATE INDEX "student_readings_user_id_at_index" ON "student_readings" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "students_school_id_provider_id_index" ON "students" USING btree ("school_id","provider_id");--> statement-breakpoint
CREATE INDEX "students_provider_id_index" ON "students" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "students_live_by_name" ON "students" USING btree ("name","id") WHERE "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "students_same_name" ON "students" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "timesheets_date_index" ON "timesheets" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_labels_label" ON "tracking_labels" USING btree (lower("tracking_label")) WHERE "tracking_labels"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "transition_log_machine_entity_id_index" ON "transition_log" USING btree ("machine","entity","id");--> statement-breakpoint
CREATE INDEX "transition_log_machine_at_index" ON "transition_log" USING btree ("machine","at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "user_sessions_user_id_index" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
-- No two locked periods overlap.
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_apart" EXCLUDE USING gist (daterange("start_date","end_date",'[]') WITH &&) WHERE ("unlocked_at" IS NULL);--> statement-breakpoint
-- What is logged or issued stays as it was.
CREATE FUNCTION "student_readings_stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Readings of students are only ever added to'; END $$;
CREATE TRIGGER "student_readings_stay" BEFORE UPDATE OR DELETE ON "student_readings" FOR EACH ROW EXECUTE FUNCTION "student_readings_stay"();
CREATE FUNCTION "transition_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The transition log can only be added to'; END $$;
CREATE TRIGGER "transition_log_stays" BEFORE UPDATE OR DELETE ON "transition_log" FOR EACH ROW EXECUTE FUNCTION "transition_log_stays"();
CREATE FUNCTION "access_changes_stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Changes of permissions are only ever added to'; END $$;
CREATE TRIGGER "access_changes_stay" BEFORE UPDATE OR DELETE ON "access_changes" FOR EACH ROW EXECUTE FUNCTION "access_changes_stay"();
CREATE FUNCTION "row_stays"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Rows of % stay as they are', TG_TABLE_NAME; END $$;
CREATE TRIGGER "organisation_changes_stay" BEFORE UPDATE OR DELETE ON "organisation_changes" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
CREATE TRIGGER "organisation_logos_stay" BEFORE UPDATE OR DELETE ON "organisation_logos" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
CREATE TRIGGER "invoice_files_stay" BEFORE UPDATE OR DELETE ON "invoice_files" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
CREATE TRIGGER "invoice_sessions_stay" BEFORE UPDATE OR DELETE ON "invoice_sessions" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
CREATE TRIGGER "invoices_stay" BEFORE DELETE OR UPDATE OF "number", "invoice_number", "kind", "credits_id", "school_id", "start_date", "end_date", "student_ids", "service_ids", "content", "total", "amount_due", "issued_on", "due_on", "issued_by_id", "issued_at" ON "invoices" FOR EACH ROW EXECUTE FUNCTION "row_stays"();--> statement-breakpoint
-- Notes what changes in a table in live_changes, and wakes the servers.
--
-- topic: as in src/contract/live.ts. provider, owner (a user), day: expressions on c, a row that changed, and on what
-- source joins to it. updates: which of a changed row's updates count.
CREATE FUNCTION "live_follow"("followed" text, "topic" text, "provider" text DEFAULT 'null::int', "owner" text DEFAULT 'null::int', "day" text DEFAULT 'null::date', "source" text DEFAULT '', "updates" text DEFAULT 'true') RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
	note text := format('INSERT INTO live_changes (topic, provider_id, user_id, from_date, to_date)
		SELECT %L, k.provider, k.owner, min(k.day), max(k.day) FROM (%%s) k GROUP BY k.provider, k.owner', topic);
	keys text := format('SELECT %s AS provider, %s AS owner, %s AS day FROM %%s c %s', provider, owner, day, source);
	name text := 'live_' || followed;
BEGIN
	EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $note$ BEGIN
		IF tg_op = ''UPDATE'' THEN %s; ELSE %s; END IF;
		IF found THEN PERFORM pg_notify(''live_changes'', ''''); END IF;
		RETURN NULL;
	END $note$', name,
		format(note, format(keys, 'changed') || ' WHERE ' || updates || ' UNION ALL ' || format(keys, 'before') || ' WHERE ' || updates),
		format(note, format(keys, 'changed')));
	EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_insert', followed, name);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_update', followed, name);
	EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_delete', followed, name);
END $body$;--> statement-breakpoint
SELECT live_follow('schedule_events', 'sessions', provider => 'c.provider_id'),
	live_follow('schedule_event_students', 'sessions', provider => 'e.provider_id', source => 'JOIN schedule_events e ON e.id = c.schedule_event_id'),
	live_follow('occurrences', 'sessions', provider => 'c.provider_id', day => 'c.date'),
	live_follow('occurrence_edits', 'sessions', provider => 'o.provider_id', day => 'o.date', source => 'JOIN occurrences o ON o.id = c.occurrence_id'),
	live_follow('occurrence_students', 'sessions', provider => 'o.provider_id', day => 'o.date', source => 'JOIN occurrences o ON o.id = c.occurrence_id'),
	live_follow('provider_days', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('day_notes', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('timesheets', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('pto_requests', 'timeOff', provider => 'c.provider_id', day => 'c.requested_date'),
	live_follow('pto_balances', 'timeOff', provider => 'c.provider_id'),
	live_follow('students', 'students', provider => 'c.provider_id'),
	live_follow('caseload_frequencies', 'students', provider => 's.provider_id', source => 'JOIN students s ON s.id = c.student_id'),
	live_follow('providers', 'providers', provider => 'c.id'),
	live_follow('provider_rates', 'providers', provider => 'c.provider_id'),
	live_follow('provider_services', 'providers', provider => 'c.provider_id'),
	live_follow('provider_schools', 'providers', provider => 'c.provider_id'),
	live_follow('provider_emergency_contacts', 'providers', provider => 'c.provider_id'),
	live_follow('provider_documents', 'documents', provider => 'c.provider_id'),
	live_follow('calendar_feeds', 'calendarFeeds', provider => 'c.provider_id'),
	live_follow('hand_overs', 'handOvers', provider => 'c.provider_id'),
	live_follow('hand_over_items', 'handOvers', provider => 'c.to_provider_id'),
	live_follow('hours_explanations', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('pay_adjustments', 'payroll', provider => 'c.provider_id'),
	live_follow('day_corrections', 'days', provider => 'c.provider_id', day => 'c.date'),
	live_follow('provider_changes', 'sessions', provider => 'c.provider_id'),
	live_follow('document_acknowledgments', 'documents', provider => 'd.provider_id', source => 'JOIN provider_documents d ON d.id = c.document_id');--> statement-breakpoint
SELECT live_follow('schools', 'schools'),
	live_follow('school_contacts', 'schools'),
	live_follow('school_billing_profiles', 'schools'),
	live_follow('school_admin_fees', 'schools'),
	live_follow('school_service_rates', 'schools'),
	live_follow('services', 'services'),
	live_follow('tracking_labels', 'labels'),
	live_follow('document_templates', 'documentTypes'),
	live_follow('document_requirements', 'documentTypes'),
	live_follow('lock_outs', 'periods'),
	live_follow('invoices', 'invoices'),
	live_follow('invoice_deliveries', 'invoices'),
	live_follow('invoice_runs', 'invoices'),
	live_follow('invoice_run_schools', 'invoices'),
	live_follow('payroll_exports', 'payroll'),
	live_follow('organisation', 'organization'),
	live_follow('role_permissions', 'permissions'),
	live_follow('chart_links', 'chartLinks'),
	-- A job in progress says so again and again.
	live_follow('jobs', 'mail', updates => 'c.state <> ''running''');--> statement-breakpoint
SELECT live_follow('users', 'users', owner => 'c.id'),
	-- A session in use is stored every minute; only its end counts.
	live_follow('user_sessions', 'devices', owner => 'c.user_id', updates => 'c.ended_at IS NOT NULL'),
	live_follow('passkeys', 'signInMethods', owner => 'c.user_id'),
	live_follow('authenticator_apps', 'signInMethods', owner => 'c.user_id'),
	live_follow('user_identities', 'signInMethods', owner => 'c.user_id'),
	live_follow('notifications', 'notifications', owner => 'c.user_id'),
	live_follow('dismissed_news', 'news', owner => 'c.user_id'),
	live_follow('report_details', 'reports', owner => 'c.user_id'),
	live_follow('saved_reports', 'reports', owner => 'c.user_id');
