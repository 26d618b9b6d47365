CREATE TABLE "occurrence_edits" (
	"occurrence_id" integer PRIMARY KEY NOT NULL,
	"form" jsonb NOT NULL,
	"requested_by_id" integer NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "occurrences" ADD COLUMN "moved_from" date;--> statement-breakpoint
ALTER TABLE "occurrences" ADD COLUMN "rate_type_id" integer;--> statement-breakpoint
ALTER TABLE "occurrence_edits" ADD CONSTRAINT "occurrence_edits_occurrence_id_occurrences_id_fk" FOREIGN KEY ("occurrence_id") REFERENCES "public"."occurrences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence_edits" ADD CONSTRAINT "occurrence_edits_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;