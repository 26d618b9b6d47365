CREATE TABLE "daily_work" (
	"name" text PRIMARY KEY NOT NULL,
	"done_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hour_reminders" (
	"provider_id" integer NOT NULL,
	"sent_on" date NOT NULL,
	"since" date NOT NULL,
	CONSTRAINT "hour_reminders_provider_id_sent_on_pk" PRIMARY KEY("provider_id","sent_on")
);
--> statement-breakpoint
CREATE TABLE "notification_mail_choices" (
	"user_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notification_mail_choices_user_id_category_id_pk" PRIMARY KEY("user_id","category_id")
);
--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "mail_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "reminds_of_hours" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "reminder_time" time DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "reminder_days" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "hour_reminders" ADD CONSTRAINT "hour_reminders_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mail_choices" ADD CONSTRAINT "notification_mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("user_id") WHERE "notifications"."mail" is not null and "notifications"."read_at" is null;