ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_key_hash_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_account_at_index" ON "security_events" USING btree ("account","at");--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_key" UNIQUE NULLS NOT DISTINCT("user_id","key_hash");--> statement-breakpoint
UPDATE "security_events" e SET "address" = s."address", "user_agent" = s."user_agent" FROM "user_sessions" s WHERE s."id" = e."session_id" AND e."kind" = 'ended' AND e."address" IS NULL;
