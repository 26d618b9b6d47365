import { callOf } from '#contract/call.ts'
import { filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  addTrackingLabel,
  type CountedLabel,
  deleteTrackingLabel,
  getTrackingLabel,
  getTrackingLabels,
  updateTrackingLabel,
} from '#contract/tracking-labels.ts'
import { COUNTS_AS_OPTIONS, countsAsSchema, countsAsWord } from '#domain/label-counts.ts'
import {
  type TrackingLabelForm,
  trackingLabelContentSchema,
  trackingLabelFormSchema,
  trackingLabelMessages,
} from '#domain/tracking-label-form.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { recordFields } from '#screens/form/record-fields.tsx'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { askAboutPastSessions } from './meaning-question.tsx'

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
    { key: 'countsAs', title: 'Minutes Count As', render: ({ countsAs }) => countsAsWord(countsAs) },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ trackingLabel }) => trackingLabel,
  emptyText: trackingLabelMessages.empty,
  add: { href: '/add-tracking-label', label: 'Add Tracking Label' },
  editHref: ({ id }) => `/update-tracking/${id}`,
  deletion: {
    call: callOf(deleteTrackingLabel, ({ id }: CountedLabel) => ({ body: { id } })),
    question: trackingLabelMessages.deletion,
    destructiveLabel: 'Delete label',
    done: trackingLabelMessages.deleted,
    failed: 'Not deleted',
  },
})

/** The labels that sessions are marked with (spec 3, section 2). */
export const TrackingLabelListScreen = () => <ListScreen definition={trackingLabelList} />

/** Only valid values are sent. */
const bodyOf = ({ countsAs, ...values }: TrackingLabelForm) => ({
  ...values,
  countsAs: countsAsSchema.parse(countsAs),
})

export const trackingLabelForm: RecordPageDefinition<TrackingLabelForm> = {
  noun: 'tracking label',
  follows: ['labels'],
  titles: { add: 'Add Tracking Label', edit: 'Edit Tracking Label' },
  blank: blankRecord({ trackingLabel: '', description: '', countsAs: null }),
  read: callOf(
    getTrackingLabel,
    (id: number) => ({ query: { id } }),
    ({ trackingLabel, description, countsAs, entityCacheKey }) => ({
      values: { trackingLabel, description, countsAs },
      version: entityCacheKey,
      more: null,
    }),
  ),
  add: callOf(addTrackingLabel, (values: TrackingLabelForm) => ({ body: bodyOf(values) })),
  edit: callOf(updateTrackingLabel, ({ values, ...record }: EditedRecord<TrackingLabelForm>) => ({
    body: { ...bodyOf(values), ...record },
  })),
  beforeSave: askAboutPastSessions,
  content: trackingLabelContentSchema,
  schema: trackingLabelFormSchema,
  done: { add: trackingLabelMessages.added, edit: trackingLabelMessages.updated },
  back: '/tracking-label',
  fields: recordFields([
    { name: 'trackingLabel', label: 'Tracking Label' },
    { name: 'description', label: 'Description', kind: 'longText' },
    { name: 'countsAs', label: 'Minutes Count As', kind: 'choice', options: COUNTS_AS_OPTIONS },
  ]),
}

/** Adds or changes a tracking label (spec 3, section 2). */
export const TrackingLabelFormScreen = () => <RecordPage definition={trackingLabelForm} />
