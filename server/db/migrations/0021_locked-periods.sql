CREATE TABLE "lock_outs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lock_outs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"is_forced" boolean NOT NULL,
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
ALTER TABLE "organisation" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "locale" text DEFAULT 'en-US' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD COLUMN "created_by_id" integer;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD COLUMN "created_by_id" integer;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_locked_by_id_users_id_fk" FOREIGN KEY ("locked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_unlocked_by_id_users_id_fk" FOREIGN KEY ("unlocked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lock_outs_start_date_index" ON "lock_outs" USING btree ("start_date");--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_service_rates" ADD CONSTRAINT "school_service_rates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD CONSTRAINT "lock_outs_apart" EXCLUDE USING gist (daterange("start_date","end_date",'[]') WITH &&) WHERE ("unlocked_at" IS NULL);
