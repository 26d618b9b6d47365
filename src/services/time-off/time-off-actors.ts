import { failureLines, isStatus } from '#contract/failures.ts'
import {
  type AdminPtoFilters,
  acceptPtos,
  createPto,
  getAdminPtos,
  getOriginalPto,
  getProviderPtos,
  getPtoBalance,
  getPtoBalanceHistory,
  getTimeOff,
  type Pto,
  type PtoBalance,
  type PtoBalanceEntry,
  type PtoFilters,
  rejectPtos,
  type TimeOffEntry,
  updatePto,
  withdrawPto,
} from '#contract/time-off.ts'
import { endOfMonth, type LocalDate } from '#domain/time.ts'
import { type PtoForm, timeOffMessages } from '#domain/time-off.ts'
import type { ListPage, ListPlace } from '#machines/common/paged-list.machine.ts'
import type { SaveRecordInput } from '#machines/common/record-form.machine.ts'
import type { AnswerOutcome, Rejection } from '#machines/time-off/pto-review.machine.ts'
import type { PtoStored, PtoSubject } from '#machines/time-off/time-off-forms.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'

/** Entries of a balance that one look shows. */
const ENTRIES_SHOWN = 100

const readBalance = (client: HttpClient, providerId: number, signal: AbortSignal): Promise<PtoBalance> =>
  client.call(getPtoBalance, { params: { providerId } }, { signal })

const readPto = (client: HttpClient, id: number, signal: AbortSignal): Promise<Pto> =>
  client.call(getOriginalPto, { params: { id } }, { signal })

export const providerPtosActors = (client: HttpClient) => ({
  loadPage: fromCall<ListPage<Pto>, ListPlace<PtoFilters>>(
    async ({ filters: { statusId, from, to }, page: pageIndex, size: pageSize }, signal) => {
      const query = { statusId, fromMonth: from, toMonth: to, pageIndex, pageSize }
      const { allPtos, totalRecords } = await client.call(getProviderPtos, { query }, { signal })
      return { rows: allPtos, total: totalRecords }
    },
  ),
})

export const ptoBalanceActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: PtoBalance }, { subject: number }>(async ({ subject }, signal) => ({
    data: await readBalance(client, subject, signal),
  })),
})

export const ptoBalanceHistoryActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly PtoBalanceEntry[] }, { subject: number }>(
    async ({ subject: providerId }, signal) => {
      const request = { params: { providerId }, query: { pageSize: ENTRIES_SHOWN } }
      return { data: (await client.call(getPtoBalanceHistory, request, { signal })).entries }
    },
  ),
})

export const ptoDetailsActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: Pto }, { subject: Pto }>(async ({ subject: { id } }, signal) => ({
    data: await readPto(client, id, signal),
  })),
})

export const timeOffMonthActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly TimeOffEntry[] }, { subject: LocalDate }>(
    async ({ subject: fromDate }, signal) => {
      const query = { fromDate, toDate: endOfMonth(fromDate) }
      return { data: await client.call(getTimeOff, { query }, { signal }) }
    },
  ),
})

export const ptoFormActors = (client: HttpClient) => ({
  readRecord: fromCall<{ stored: PtoStored }, { subject: PtoSubject }>(
    async ({ subject: { providerId, ptoId } }, signal) => {
      const [balance, pto] = await Promise.all([
        readBalance(client, providerId, signal),
        ptoId === undefined ? undefined : readPto(client, ptoId, signal),
      ])
      return { stored: { balance, pto } }
    },
  ),
  saveRecord: fromCall<{ outcome: string }, SaveRecordInput<PtoSubject, PtoStored, PtoForm>>(
    async ({ subject: { providerId }, stored: { pto }, values }) => {
      if (pto === undefined) {
        await client.call(createPto, { body: { ...values, providerId } })
        return { outcome: timeOffMessages.created }
      }
      const { id, entityCacheKey } = pto
      await client.call(updatePto, { body: { ...values, id, entityCacheKey } })
      return { outcome: timeOffMessages.updated }
    },
  ),
})

export const adminPtosActors = (client: HttpClient) => ({
  loadPage: fromCall<ListPage<Pto>, ListPlace<AdminPtoFilters>>(
    async ({ filters: { providerIds, providerName, statusId, from, to }, page, size }, signal) => {
      const query = {
        providerIds: providerIds.join(','),
        providerName: providerName.trim(),
        statusId,
        fromDate: from,
        toDate: to,
        pageIndex: page,
        pageSize: size,
      }
      const { allAdminPtos, totalRecords } = await client.call(getAdminPtos, { query }, { signal })
      return { rows: allAdminPtos, total: totalRecords }
    },
  ),
})

const chosenBody = (requests: readonly Pto[]) => ({
  ids: requests.map(({ id }) => id).join(','),
  entityCacheKeys: requests.map(({ entityCacheKey }) => entityCacheKey).join(','),
})

/** 409 with lines: some requests were left alone, the others are answered. */
const outcomeOf = async (answer: Promise<null>): Promise<AnswerOutcome> => {
  try {
    await answer
    return { refusals: [] }
  } catch (error) {
    const refusals = isStatus(error, 409) ? failureLines(error) : []
    if (refusals.length > 0) return { refusals }
    throw error
  }
}

export const ptoReviewActors = (client: HttpClient) => ({
  acceptRequests: fromCall<AnswerOutcome, readonly Pto[]>((requests) =>
    outcomeOf(client.call(acceptPtos, { body: chosenBody(requests) })),
  ),
  rejectRequests: fromCall<AnswerOutcome, Rejection>(({ requests, note }) =>
    outcomeOf(client.call(rejectPtos, { body: { ...chosenBody(requests), notes: note } })),
  ),
})

export const withdraw = (client: HttpClient, { id }: Pto): Promise<null> => client.call(withdrawPto, { params: { id } })
