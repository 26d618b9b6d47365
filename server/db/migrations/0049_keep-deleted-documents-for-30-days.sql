-- What was deleted before documents could be restored is kept for 30 days from now on, not removed at once.
UPDATE "provider_documents" SET "deleted_at" = now() WHERE "deleted_at" IS NOT NULL;
