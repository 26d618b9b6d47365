ALTER TABLE "invoice_files" ADD COLUMN "is_replaced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_files" DROP CONSTRAINT "invoice_files_invoice_id_format_pk";--> statement-breakpoint
ALTER TABLE "invoice_files" ADD CONSTRAINT "invoice_files_invoice_id_format_is_replaced_pk" PRIMARY KEY("invoice_id","format","is_replaced");--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "kind" text DEFAULT 'invoice' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credits_id" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_due" numeric(14, 4);--> statement-breakpoint
UPDATE "invoices" SET "amount_due" = "total";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "amount_due" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "corrected_invoices" text DEFAULT 'replace' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credits_id_invoices_id_fk" FOREIGN KEY ("credits_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credit" CHECK (("invoices"."kind" = 'credit') = ("invoices"."credits_id" is not null));
