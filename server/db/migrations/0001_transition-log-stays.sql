-- Written by hand, Drizzle has no triggers: the transition log can only be added to.
CREATE FUNCTION "transition_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The transition log can only be added to'; END $$;--> statement-breakpoint
CREATE TRIGGER "transition_log_stays" BEFORE UPDATE OR DELETE ON "transition_log" FOR EACH ROW EXECUTE FUNCTION "transition_log_stays"();
