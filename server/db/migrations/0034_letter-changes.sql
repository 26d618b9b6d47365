-- Written by hand, Drizzle has no triggers.
SELECT live_follow('document_acknowledgments', 'documents', provider => 'd.provider_id', source => 'JOIN provider_documents d ON d.id = c.document_id');
