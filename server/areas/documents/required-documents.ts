/**
 * The documents that providers must have, by their type: which are missing, and until when the others are valid
 * (docs/decisions/required-documents.md). Only providers at work must have any.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { RequiredDocument } from '#contract/documents.ts'
import { EXPIRY_NOTICES, type RequirementState } from '#domain/document-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { requireOwnProvider } from '#server/areas/master-data/required-provider.ts'
import type { Queryable } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { distinctProviderName, isAtWork, isEmployed } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { documentName, isLatest, todayOf } from './document-record.ts'

interface Filter {
  /** The organization's. */
  readonly today: LocalDate
  /** Everyone's if undefined. */
  readonly providerId?: number | undefined
  readonly providerTypeId?: number | undefined
  readonly templateTypeId?: number | undefined
  /** All of them if undefined. */
  readonly states?: readonly RequirementState[]
}

/** What keeps a provider from work, as things are today. */
const LACKING = ['missing', 'expired'] as const satisfies readonly RequirementState[]

/**
 * A row for each provider at work and document type that they must have: provider_id, template_id, title,
 * is_for_providers, document_id, document_name, expiry_date, is_undated, state. Of several documents of a type, it is the
 * one that lasts longest; one without an expiry date doesn't count where there must be one.
 */
const required = ({ today, providerId, providerTypeId, templateTypeId, states }: Filter): SQL => {
  const { expiryDate } = providerDocuments
  const conditions = [
    isAtWork(today),
    sql`${documentTemplates.deletedAt} is null`,
    ...(providerId === undefined ? [] : [eq(providers.id, providerId)]),
    ...(providerTypeId === undefined ? [] : [eq(providers.providerTypeId, providerTypeId)]),
    ...(templateTypeId === undefined ? [] : [eq(documentTemplates.id, templateTypeId)]),
  ]
  return sql`select * from (
    select ${providers.id} as provider_id, ${documentTemplates.id} as template_id, ${documentTemplates.title} as title,
      ${documentTemplates.isForProviders} as is_for_providers, longest.id as document_id,
      longest.name as document_name, longest.expires as expiry_date,
      longest.id is null and exists (
        select from ${providerDocuments} where ${providerDocuments.providerId} = ${providers.id}
          and ${providerDocuments.templateTypeId} = ${documentTemplates.id} and ${isLatest}
      ) as is_undated,
      case when longest.id is null then 'missing'
        when longest.expires < ${today}::date then 'expired'
        when longest.expires <= ${today}::date + ${EXPIRY_NOTICES[0]}::int and ${isEmployed(sql`(longest.expires + 1)`)}
          then 'expiring'
        else 'valid' end as state
    from ${documentRequirements}
    join ${documentTemplates} on ${documentTemplates.id} = ${documentRequirements.templateId}
    join ${providers} on ${providers.providerTypeId} = ${documentRequirements.providerTypeId}
    left join lateral (
      select ${providerDocuments.id} as id, ${documentName} as name, ${expiryDate} as expires from ${providerDocuments}
      where ${providerDocuments.providerId} = ${providers.id}
        and ${providerDocuments.templateTypeId} = ${documentTemplates.id} and ${isLatest}
        and (${expiryDate} is not null or not ${documentTemplates.mustExpire})
      order by ${expiryDate} desc nulls first, ${providerDocuments.id} desc limit 1
    ) as longest on true
    where ${sql.join(conditions, sql` and `)}
  ) as required ${states ? sql`where required.state = any(${sql.param([...states])}::text[])` : sql``}`
}

interface Row extends Record<string, unknown> {
  providerId: number
  templateTypeId: number
  title: string
  state: RequirementState
  documentId: number | null
  documentName: string | null
  expiryDate: LocalDate | null
  daysLeft: number | null
  isUndated: boolean
  isForProviders: boolean
}

/** By title, with one query. */
export const readRequired = async (db: Queryable, filter: Filter, providerIds?: readonly number[]): Promise<Row[]> => {
  const isOne = providerIds ? sql`where found.provider_id = any(${sql.param([...providerIds])}::int[])` : sql``
  const { rows } = await db.execute<Row>(sql`
    select found.provider_id as "providerId", found.template_id as "templateTypeId", found.title as "title",
      found.state as "state", found.document_id as "documentId", found.document_name as "documentName",
      found.expiry_date::text as "expiryDate", (found.expiry_date - ${filter.today}::date)::int as "daysLeft",
      found.is_undated as "isUndated", found.is_for_providers as "isForProviders"
    from (${required(filter)}) as found ${isOne} order by lower(found.title), found.template_id`)
  return rows
}

/** Whether the provider will be without it on a day, as things are today. */
export const isWithout = ({ state, expiryDate }: Pick<Row, 'state' | 'expiryDate'>, day: LocalDate): boolean =>
  state === 'missing' || (expiryDate !== null && expiryDate < day)

const replyOf = (row: Row, isOwn: boolean): RequiredDocument => {
  const { templateTypeId, title, state, documentId, documentName: name, expiryDate, daysLeft, isUndated } = row
  return {
    ...{ templateTypeId, title, state, expiryDate, daysLeft, isUndated },
    document:
      documentId === null ? null : { id: documentId, documentName: name ?? '', hasExpiryDate: expiryDate !== null },
    mayUpload: row.isForProviders || !isOwn,
  }
}

const count = async (db: Queryable, what: SQL, filter: Filter): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(${what})::int as total from (${required(filter)}) as found`,
  )
  return requireCount(rows)
}

/** How many documents of a provider are missing or have expired. */
export const countLacking = (db: Queryable, today: LocalDate, providerId: number): Promise<number> =>
  count(db, sql`*`, { today, providerId, states: LACKING })

const oneProvider = sql`distinct found.provider_id`

/** How many providers have documents that are missing or have expired. */
export const countLackingProviders = (db: Queryable, today: LocalDate): Promise<number> =>
  count(db, oneProvider, { today, states: LACKING })

export const requiredDocumentHandlers: HandlersOf<'getRequiredDocuments' | 'getMissingDocuments'> = {
  getRequiredDocuments: async ({ query: { providerId }, db, user, now, timeZone }) => {
    await requireOwnProvider(db, user, providerId)
    const rows = await readRequired(db, { today: todayOf({ now, timeZone }), providerId })
    const isOwn = providerScope(user) !== undefined
    return rows.map((row) => replyOf(row, isOwn))
  },

  getMissingDocuments: async ({ query, db, now, timeZone }) => {
    const { providerTypeId, templateTypeId, state } = query
    const states = state === undefined ? LACKING : [state]
    const filter = { today: todayOf({ now, timeZone }), providerTypeId, templateTypeId, states }
    const { limit, offset } = rangeOf(query)
    const found = await db
      .select({ id: providers.id, providerName: distinctProviderName, providerType: providerTypes.title })
      .from(providers)
      .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
      .where(inArray(providers.id, sql`(select found.provider_id from (${required(filter)}) as found)`))
      .orderBy(providers.lastName, providers.firstName, providers.id)
      .limit(limit)
      .offset(offset)
    const rows = await readRequired(
      db,
      filter,
      found.map(({ id }) => id),
    )
    const listed = found.map((provider) => ({
      ...provider,
      requiredDocuments: rows.filter((row) => row.providerId === provider.id).map((row) => replyOf(row, false)),
    }))
    return replyPage(query, listed, await count(db, oneProvider, filter))
  },
}
