import { z } from 'zod'
import { type TrackingLabelForm, trackingLabelFormSchema, trackingLabelMessages } from '#domain/tracking-label-form.ts'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { textFields } from '#screens/form/text-fields.tsx'
import { useProvided } from '#screens/provided.tsx'

const definition: RecordPageDefinition<TrackingLabelForm> = {
  noun: 'tracking label',
  titles: { add: 'Add Tracking Label', edit: 'Edit Tracking Label' },
  content: z.object({ trackingLabel: z.string(), description: z.string() }),
  schema: trackingLabelFormSchema,
  done: { add: trackingLabelMessages.added, edit: trackingLabelMessages.updated },
  back: '/tracking-label',
  fields: textFields([
    { name: 'trackingLabel', label: 'Tracking Label' },
    { name: 'description', label: 'Description', isLong: true },
  ]),
}

/** Adds a tracking label, or changes one (spec 3, section 2). */
export const TrackingLabelFormScreen = () => (
  <RecordPage definition={definition} machine={useProvided('trackingLabelForm')} />
)
