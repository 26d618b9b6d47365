CREATE TABLE "document_requirements" (
	"template_id" integer NOT NULL,
	"provider_type_id" integer NOT NULL,
	CONSTRAINT "document_requirements_template_id_provider_type_id_pk" PRIMARY KEY("template_id","provider_type_id")
);
--> statement-breakpoint
ALTER TABLE "document_templates" ADD COLUMN "must_expire" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_template_id_document_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."document_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_provider_type_id_provider_types_id_fk" FOREIGN KEY ("provider_type_id") REFERENCES "public"."provider_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_requirements_provider_type_id_index" ON "document_requirements" USING btree ("provider_type_id");