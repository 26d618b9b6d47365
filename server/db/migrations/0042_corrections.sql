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
	"outcome" jsonb,
	"ended_by_id" integer,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "day_corrections_ended" CHECK (("day_corrections"."state" in ('opened', 'confirmed')) = ("day_corrections"."ended_at" is null)),
	CONSTRAINT "day_corrections_completed" CHECK (("day_corrections"."state" = 'completed') = ("day_corrections"."after" is not null))
);
--> statement-breakpoint
CREATE TABLE "pay_before_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_before_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"date" date NOT NULL,
	"school_id" integer NOT NULL,
	"hundredths" integer NOT NULL,
	"sessions" integer NOT NULL,
	"occurrence_ids" integer[] NOT NULL,
	"rate_id" integer,
	"rate_type_id" integer,
	"rate" numeric(10, 2)
);
--> statement-breakpoint
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_corrections" ADD CONSTRAINT "day_corrections_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_rate_id_provider_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."provider_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD CONSTRAINT "pay_before_corrections_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_corrections_provider_id_date_index" ON "day_corrections" USING btree ("provider_id","date");--> statement-breakpoint
CREATE INDEX "day_corrections_date_index" ON "day_corrections" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "day_corrections_open" ON "day_corrections" USING btree ("provider_id","date") WHERE "day_corrections"."state" in ('opened', 'confirmed');--> statement-breakpoint
CREATE INDEX "pay_before_corrections_date_provider_id_index" ON "pay_before_corrections" USING btree ("date","provider_id");--> statement-breakpoint
-- Drizzle has no triggers.
SELECT live_follow('day_corrections', 'days', provider => 'c.provider_id', day => 'c.date');
