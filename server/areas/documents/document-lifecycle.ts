import { sql } from 'drizzle-orm'
import { getAdminDocuments, getProviderDocuments } from '#contract/documents.ts'
import { DOCUMENT_STATES, EXPIRY_NOTICES } from '#domain/document-form.ts'
import { providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import {
  idOf,
  isRowId,
  none,
  ofProvider,
  param,
  type StoredLifecycle,
  startOfDay,
} from '#server/lifecycle/stored-lifecycle.ts'
import { documentName, documentState } from './document-record.ts'

const stateOfDocument = documentState(sql`${param.today}`)

export const documentLifecycle: StoredLifecycle = {
  name: 'documents/provider-document',
  machine: providerDocumentMachine.id,
  states: DOCUMENT_STATES,
  shownBy: [getAdminDocuments, getProviderDocuments],
  keepsLoops: true,
  finalStates: ['current', 'superseded', 'deleted', 'purged'],
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${providerDocuments.id}::text as entity, ${stateOfDocument} as state,
      ${providerDocuments.expiryDate} as date, ${none.time} as start_time, ${providerDocuments.createdAt} as due_at
    from ${providerDocuments} where ${ofProvider(isBound, providerDocuments.providerId)}
      ${isBound ? sql`and ${providerDocuments.deletedAt} is null` : sql``}`,
  details: (keys) => sql`select keys.entity, ${documentName} as label, ${providerDocuments.providerId} as provider_id,
      ${providerName} as provider_name, ${providerDocuments.expiryDate} as date, ${none.time} as start_time,
      ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring, ${stateOfDocument} as state,
      ${providerDocuments.createdAt} as begins_at
    from ${keys} as keys
    join ${providerDocuments} on ${providerDocuments.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${providerDocuments.providerId}`,
  beginsAt: (entity) => sql`(select ${providerDocuments.createdAt} from ${providerDocuments}
    where ${providerDocuments.id} = ${idOf(entity)})`,
  turnedAt: (record) => sql`(select case ${record}.state
      when 'expired' then ${startOfDay(sql`(${providerDocuments.expiryDate} + 1)`)}
      when 'expiring' then greatest(${providerDocuments.createdAt},
        ${startOfDay(sql`(${providerDocuments.expiryDate} - ${sql.raw(String(EXPIRY_NOTICES[0]))})`)}) end
    from ${providerDocuments} where ${providerDocuments.id} = ${idOf(sql`${record}.entity`)})`,
  dueAt: (entity) => sql`(select ${providerDocuments.createdAt} from ${providerDocuments}
    where ${providerDocuments.id} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`exists (select from ${providerDocuments} where ${providerDocuments.id} = ${idOf(entity)}
    and ${providerDocuments.providerId} = ${param.scope} and ${providerDocuments.deletedAt} is null)`,
}
