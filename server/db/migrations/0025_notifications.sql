CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notification_events" DROP CONSTRAINT "notification_events_recipient";--> statement-breakpoint
DROP INDEX "notification_events_recipient_role_id_created_at_index";--> statement-breakpoint
DROP INDEX "notification_events_recipient_user_id_created_at_index";--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "category_id" integer;--> statement-breakpoint
UPDATE "notification_events" SET
	"category_id" = CASE "audience" || ' ' || "category"
		WHEN 'ADM Scheduling' THEN 1 WHEN 'ADM Time Off' THEN 2 WHEN 'ADM Billing' THEN 3 WHEN 'ADM Documents' THEN 4
		WHEN 'PRV Time Off' THEN 12 WHEN 'PRV Documents' THEN 13 ELSE 11 END;--> statement-breakpoint
ALTER TABLE "notification_events" ALTER COLUMN "category_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "recipient_provider_id" integer;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "href" text DEFAULT '/' NOT NULL;--> statement-breakpoint
UPDATE "notification_events" SET "href" = CASE "category_id"
	WHEN 2 THEN '/pto-record' WHEN 3 THEN '/billing-history' WHEN 12 THEN '/pto-requests' ELSE '/' END;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_id_notification_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notification_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_recipient" ON "notifications" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_category_id_id_index" ON "notifications" USING btree ("user_id","category_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","category_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient_provider_id_providers_id_fk" FOREIGN KEY ("recipient_provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_subject_subject_id_index" ON "notification_events" USING btree ("subject","subject_id");--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_recipient" CHECK (num_nonnulls("notification_events"."recipient_role_id", "notification_events"."recipient_user_id", "notification_events"."recipient_provider_id") = 1);--> statement-breakpoint
ALTER TABLE "notification_events" DROP COLUMN "category";--> statement-breakpoint
-- What is older than two weeks counts as read.
INSERT INTO "notifications" ("event_id", "user_id", "category_id", "read_at")
SELECT e."id", u."id", e."category_id", CASE WHEN e."created_at" < now() - interval '14 days' THEN now() END
FROM "notification_events" e
JOIN "users" u ON (u."id" = e."recipient_user_id" OR u."role_id" = e."recipient_role_id")
	AND u."created_at" <= e."created_at" AND u."id" IS DISTINCT FROM e."caused_by_id" AND u."is_active"
ORDER BY e."id";
