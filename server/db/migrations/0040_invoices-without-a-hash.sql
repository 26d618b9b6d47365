-- The trigger names the columns that stay, written by hand: without the hash, with those that are new.
DROP TRIGGER "invoices_stay" ON "invoices";--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "content_hash";--> statement-breakpoint
CREATE TRIGGER "invoices_stay" BEFORE DELETE OR UPDATE OF "number", "invoice_number", "kind", "credits_id", "school_id", "start_date", "end_date", "student_ids", "service_ids", "content", "total", "amount_due", "issued_on", "due_on", "issued_by_id", "issued_at" ON "invoices" FOR EACH ROW EXECUTE FUNCTION "row_stays"();
