ALTER TABLE "services" ALTER COLUMN "code" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_labels" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "services_code" ON "services" USING btree (lower("code")) WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_labels_label" ON "tracking_labels" USING btree (lower("tracking_label")) WHERE "tracking_labels"."deleted_at" is null;