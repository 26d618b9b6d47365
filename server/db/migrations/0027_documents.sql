CREATE TABLE "document_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" integer NOT NULL,
	"action" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
CREATE TABLE "document_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text COLLATE "und-x-icu" NOT NULL,
	"is_for_providers" boolean DEFAULT false NOT NULL,
	"file_name" text,
	"original_file_name" text COLLATE "und-x-icu",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_file_contents" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"name" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"can_be_shown" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_files_store" CHECK ("stored_files"."store" in ('table', 'folder', 's3'))
);
--> statement-breakpoint
ALTER TABLE "provider_documents" ADD COLUMN "expiry_told" smallint;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD COLUMN "first_id" integer;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_log" ADD CONSTRAINT "document_log_document_id_provider_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_log" ADD CONSTRAINT "document_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_templates" ADD CONSTRAINT "document_templates_file_name_stored_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file_contents" ADD CONSTRAINT "stored_file_contents_name_stored_files_name_fk" FOREIGN KEY ("name") REFERENCES "public"."stored_files"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_log_document_id_id_index" ON "document_log" USING btree ("document_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_templates_title" ON "document_templates" USING btree (lower("title")) WHERE "document_templates"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_templates_file_name" ON "document_templates" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "stored_files_store_index" ON "stored_files" USING btree ("store");--> statement-breakpoint
INSERT INTO "stored_files" ("name", "store", "media_type", "size", "sha256", "created_at")
	SELECT "file_name", 'table', "media_type", "size", encode(sha256(coalesce("content", '')), 'hex'), "created_at"
	FROM "provider_documents" LEFT JOIN "provider_document_contents" ON "document_id" = "provider_documents"."id";--> statement-breakpoint
INSERT INTO "stored_file_contents" ("name", "content")
	SELECT "file_name", "content"
	FROM "provider_documents" JOIN "provider_document_contents" ON "document_id" = "provider_documents"."id";--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_file_name_stored_files_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_template_type_id_document_templates_id_fk" FOREIGN KEY ("template_type_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_first_id_provider_documents_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."provider_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_documents_version" ON "provider_documents" USING btree ("first_id","version");--> statement-breakpoint
CREATE INDEX "provider_documents_expiry" ON "provider_documents" USING btree ("expiry_date") WHERE "provider_documents"."deleted_at" is null and "provider_documents"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "provider_documents_template_type_id_index" ON "provider_documents" USING btree ("template_type_id");