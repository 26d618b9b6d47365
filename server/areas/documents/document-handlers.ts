/** Documents of providers. */
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

const later = async (): Promise<never> => {
  throw new Refusal(503, 'Documents are not available yet.')
}

export const documentHandlers: HandlersOf<
  | 'uploadDocument'
  | 'getDocumentLimit'
  | 'getAdminDocuments'
  | 'getProviderDocumentById'
  | 'getProviderDocuments'
  | 'getExpiringDocuments'
  | 'downloadProviderDoc'
  | 'viewProviderDoc'
  | 'getDocumentVersions'
  | 'getDocumentLog'
  | 'deleteDocument'
  | 'getMasterTemplates'
  | 'getTemplate'
  | 'addTemplate'
  | 'updateTemplate'
  | 'deleteTemplate'
  | 'uploadTemplateFile'
  | 'getTemplateFile'
> = {
  uploadDocument: later,
  getDocumentLimit: later,
  getAdminDocuments: later,
  getProviderDocumentById: later,
  getProviderDocuments: later,
  getExpiringDocuments: later,
  downloadProviderDoc: later,
  viewProviderDoc: later,
  getDocumentVersions: later,
  getDocumentLog: later,
  deleteDocument: later,
  getMasterTemplates: later,
  getTemplate: later,
  addTemplate: later,
  updateTemplate: later,
  deleteTemplate: later,
  uploadTemplateFile: later,
  getTemplateFile: later,
}
