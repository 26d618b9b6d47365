CREATE TABLE "access_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" integer NOT NULL,
	"kind" text NOT NULL,
	"role_id" integer,
	"permission_id" integer,
	"user_id" integer,
	"before" text NOT NULL,
	"after" text NOT NULL,
	CONSTRAINT "access_changes_subject" CHECK (("access_changes"."kind" = 'screen') = ("access_changes"."role_id" is not null)
      and ("access_changes"."kind" = 'screen') = ("access_changes"."permission_id" is not null)
      and ("access_changes"."kind" = 'screen') = ("access_changes"."user_id" is null))
);
--> statement-breakpoint
ALTER TABLE "permissions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_permission_id_permissions_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_changes" ADD CONSTRAINT "access_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_changes_at_index" ON "access_changes" USING btree ("at");--> statement-breakpoint
-- Written by hand, Drizzle has no triggers: the log of changes can only be added to.
CREATE FUNCTION "access_changes_stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Changes of permissions are only ever added to'; END $$;--> statement-breakpoint
CREATE TRIGGER "access_changes_stay" BEFORE UPDATE OR DELETE ON "access_changes" FOR EACH ROW EXECUTE FUNCTION "access_changes_stay"();--> statement-breakpoint
-- Administrators of a database in use can open the new screen at once; a new database gets its screens after the migrations.
INSERT INTO "permissions" ("id", "module", "screen", "name") SELECT (SELECT coalesce(max("id"), 0) + 1 FROM "permissions"), 'Workforce Management', 'Permissions', 'Permissions' WHERE EXISTS (SELECT FROM "roles");--> statement-breakpoint
INSERT INTO "role_permissions" ("role_id", "permission_id") SELECT r."id", p."id" FROM "roles" r, "permissions" p WHERE r."name" = 'Administrators' AND p."screen" = 'Permissions';
