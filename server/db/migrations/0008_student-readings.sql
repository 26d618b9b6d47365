CREATE TABLE "student_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"part" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_frequencies" ADD COLUMN "every_weeks" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_frequencies" ADD COLUMN "times" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "student_readings" ADD CONSTRAINT "student_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_readings" ADD CONSTRAINT "student_readings_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_readings_student_id_at_index" ON "student_readings" USING btree ("student_id","at");--> statement-breakpoint
CREATE INDEX "student_readings_user_id_at_index" ON "student_readings" USING btree ("user_id","at");--> statement-breakpoint
UPDATE "service_frequencies" SET "times" = "id" WHERE "id" BETWEEN 1 AND 5;--> statement-breakpoint
UPDATE "event_frequencies" SET "every_weeks" = CASE "id" WHEN 2 THEN 2 WHEN 3 THEN 4 WHEN 4 THEN 40 ELSE 1 END;--> statement-breakpoint
CREATE FUNCTION "student_readings_stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Readings of students are only ever added to'; END $$;--> statement-breakpoint
CREATE TRIGGER "student_readings_stay" BEFORE UPDATE OR DELETE ON "student_readings" FOR EACH ROW EXECUTE FUNCTION "student_readings_stay"();
