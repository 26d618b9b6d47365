import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import { filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import type { TrackingLabel } from '#contract/lookups.ts'
import {
  addTrackingLabel,
  deleteTrackingLabel,
  getTrackingLabel,
  getTrackingLabels,
  updateTrackingLabel,
} from '#contract/tracking-labels.ts'
import { type TrackingLabelForm, trackingLabelFormSchema, trackingLabelMessages } from '#domain/tracking-label-form.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { recordFields } from '#screens/form/record-fields.tsx'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'

export const trackingLabelList = defineList({
  heading: 'Tracking Label Listing Record',
  filters: filtersOf(textFilter('search'), sortFilter({ label: 'Tracking Label', description: 'Description' })),
  endpoint: getTrackingLabels,
  request: ({ search, sort }) => ({
    query: { trackingLabel: search.trim() || undefined, sortBy: 10, sort: sort || undefined },
  }),
  columns: [
    { key: 'label', title: 'Tracking Label', render: ({ trackingLabel }) => trackingLabel },
    { key: 'description', title: 'Description', render: ({ description }) => description },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ trackingLabel }) => trackingLabel,
  emptyText: trackingLabelMessages.empty,
  add: { href: '/add-tracking-label', label: 'Add Tracking Label' },
  editHref: ({ id }) => `/update-tracking/${id}`,
  deletion: {
    call: callOf(deleteTrackingLabel, ({ id }: TrackingLabel) => ({ body: { id } })),
    question: trackingLabelMessages.deletion,
    done: trackingLabelMessages.deleted,
    failed: 'Not deleted',
  },
})

/** The labels that sessions are marked with (spec 3, section 2). */
export const TrackingLabelListScreen = () => <ListScreen definition={trackingLabelList} />

export const trackingLabelForm: RecordPageDefinition<TrackingLabelForm> = {
  noun: 'tracking label',
  titles: { add: 'Add Tracking Label', edit: 'Edit Tracking Label' },
  blank: blankRecord({ trackingLabel: '', description: '' }),
  read: callOf(
    getTrackingLabel,
    (id: number) => ({ query: { id } }),
    ({ trackingLabel, description, entityCacheKey }) => ({
      values: { trackingLabel, description },
      version: entityCacheKey,
      more: null,
    }),
  ),
  add: callOf(addTrackingLabel, (body: TrackingLabelForm) => ({ body })),
  edit: callOf(updateTrackingLabel, ({ values, ...record }: EditedRecord<TrackingLabelForm>) => ({
    body: { ...values, ...record },
  })),
  content: z.object({ trackingLabel: z.string(), description: z.string() }),
  schema: trackingLabelFormSchema,
  done: { add: trackingLabelMessages.added, edit: trackingLabelMessages.updated },
  back: '/tracking-label',
  fields: recordFields([
    { name: 'trackingLabel', label: 'Tracking Label' },
    { name: 'description', label: 'Description', kind: 'longText' },
  ]),
}

/** Adds or changes a tracking label (spec 3, section 2). */
export const TrackingLabelFormScreen = () => <RecordPage definition={trackingLabelForm} />
