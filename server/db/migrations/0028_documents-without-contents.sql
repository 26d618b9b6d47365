DROP TABLE "provider_document_contents" CASCADE;--> statement-breakpoint
ALTER TABLE "provider_documents" DROP COLUMN "media_type";--> statement-breakpoint
ALTER TABLE "provider_documents" DROP COLUMN "size";