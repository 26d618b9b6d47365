SELECT live_follow('document_requirements', 'documentTypes');
