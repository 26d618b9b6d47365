CREATE TABLE "ethnicities" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "genders" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL
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
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_services" (
	"provider_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	CONSTRAINT "provider_services_provider_id_service_id_pk" PRIMARY KEY("provider_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "ssn_reveals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ssn_reveals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "gender_id" integer;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "ethnicity_id" integer;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "address_line1" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "address_line2" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "city_id" integer;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "mobile_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "home_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "hire_date" date;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "term_date" date;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "department" text COLLATE "und-x-icu" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "division" text COLLATE "und-x-icu" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "job_class" text COLLATE "und-x-icu" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "ssn" text;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "ssn_key_id" text;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "ssn_last_four" text;--> statement-breakpoint
ALTER TABLE "provider_emergency_contacts" ADD CONSTRAINT "provider_emergency_contacts_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_rates" ADD CONSTRAINT "provider_rates_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_services" ADD CONSTRAINT "provider_services_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_services" ADD CONSTRAINT "provider_services_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssn_reveals" ADD CONSTRAINT "ssn_reveals_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssn_reveals" ADD CONSTRAINT "ssn_reveals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_emergency_contacts_provider_id_index" ON "provider_emergency_contacts" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_rates_effective" ON "provider_rates" USING btree ("provider_id","rate_type_id","effective_date") WHERE "provider_rates"."deleted_at" is null and "provider_rates"."ended_on" is null;--> statement-breakpoint
CREATE INDEX "provider_services_service_id_index" ON "provider_services" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "ssn_reveals_provider_id_at_index" ON "ssn_reveals" USING btree ("provider_id","at");--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_gender_id_genders_id_fk" FOREIGN KEY ("gender_id") REFERENCES "public"."genders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_ethnicity_id_ethnicities_id_fk" FOREIGN KEY ("ethnicity_id") REFERENCES "public"."ethnicities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "providers_ssn_key_id_index" ON "providers" USING btree ("ssn_key_id") WHERE "providers"."ssn" is not null;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_ssn_whole" CHECK (num_nulls("providers"."ssn", "providers"."ssn_key_id", "providers"."ssn_last_four") in (0, 3));--> statement-breakpoint
UPDATE "provider_statuses" SET "title" = 'On Leave' WHERE "id" = 2 AND "title" = 'On leave';--> statement-breakpoint
UPDATE "provider_statuses" SET "title" = 'Terminated' WHERE "id" = 3 AND "title" = 'Inactive';
