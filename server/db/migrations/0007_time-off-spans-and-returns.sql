ALTER TABLE "pto_balance_entries" DROP CONSTRAINT "pto_balance_entries_request_once";--> statement-breakpoint
ALTER TABLE "pto_balance_entries" DROP CONSTRAINT "pto_balance_entries_request";--> statement-breakpoint
ALTER TABLE "pto_requests" ADD COLUMN "span_id" integer;--> statement-breakpoint
ALTER TABLE "pto_requests" ADD CONSTRAINT "pto_requests_span_id_pto_requests_id_fk" FOREIGN KEY ("span_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pto_requests_span_id_index" ON "pto_requests" USING btree ("span_id");--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_request_once" UNIQUE("pto_request_id","kind");--> statement-breakpoint
ALTER TABLE "pto_balance_entries" ADD CONSTRAINT "pto_balance_entries_request" CHECK (("pto_balance_entries"."kind" <> 'upload') = ("pto_balance_entries"."pto_request_id" is not null));