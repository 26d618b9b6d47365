CREATE TABLE "pay_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" integer NOT NULL,
	"kind" text NOT NULL,
	"work_date" date NOT NULL,
	"paid_on" date NOT NULL,
	"pto_request_id" integer,
	"rate_id" integer,
	"rate_type_id" integer,
	"rate" numeric(10, 2),
	"minutes" integer NOT NULL,
	"quantity" numeric NOT NULL,
	"amount" numeric(14, 3) NOT NULL,
	"by_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by_id" integer,
	CONSTRAINT "pay_adjustments_later" CHECK ("pay_adjustments"."paid_on" > "pay_adjustments"."work_date"),
	CONSTRAINT "pay_adjustments_rate" CHECK (num_nulls("pay_adjustments"."rate_id", "pay_adjustments"."rate_type_id", "pay_adjustments"."rate") in (0, 3)),
	CONSTRAINT "pay_adjustments_voided" CHECK (num_nulls("pay_adjustments"."voided_at", "pay_adjustments"."voided_by_id") in (0, 2)),
	CONSTRAINT "pay_adjustments_request" CHECK (("pay_adjustments"."kind" in ('timeOffAccepted', 'timeOffGivenBack')) = ("pay_adjustments"."pto_request_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "pto_requests" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_pto_request_id_pto_requests_id_fk" FOREIGN KEY ("pto_request_id") REFERENCES "public"."pto_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_rate_id_provider_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."provider_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_rate_type_id_rate_types_id_fk" FOREIGN KEY ("rate_type_id") REFERENCES "public"."rate_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_voided_by_id_users_id_fk" FOREIGN KEY ("voided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_adjustments_paid_on_index" ON "pay_adjustments" USING btree ("paid_on");--> statement-breakpoint
CREATE INDEX "pay_adjustments_work_date_index" ON "pay_adjustments" USING btree ("work_date");--> statement-breakpoint
CREATE INDEX "pay_adjustments_pto_request_id_index" ON "pay_adjustments" USING btree ("pto_request_id");--> statement-breakpoint
SELECT live_follow('pay_adjustments', 'payroll', provider => 'c.provider_id');