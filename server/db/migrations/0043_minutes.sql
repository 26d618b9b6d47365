ALTER TABLE "pay_before_corrections" ALTER COLUMN "hundredths" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lock_outs" ADD COLUMN "rounds_each_row" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ADD COLUMN "minutes" integer;--> statement-breakpoint
UPDATE "pay_before_corrections" SET "minutes" = round("hundredths" * 0.6);--> statement-breakpoint
ALTER TABLE "pay_before_corrections" ALTER COLUMN "minutes" SET NOT NULL;--> statement-breakpoint
-- So far, every timesheet row was rounded to hundredths of an hour: what is locked keeps its figures.
UPDATE "lock_outs" SET "rounds_each_row" = true;
