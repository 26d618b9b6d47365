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
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_explanations" ADD CONSTRAINT "hours_explanations_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT live_follow('hours_explanations', 'days', provider => 'c.provider_id', day => 'c.date');
