import { z } from 'zod'
import { type ServiceForm, serviceFormSchema, serviceMessages } from '#domain/service-form.ts'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { textFields } from '#screens/form/text-fields.tsx'
import { useProvided } from '#screens/provided.tsx'

const definition: RecordPageDefinition<ServiceForm> = {
  noun: 'service',
  titles: { add: 'Add Service', edit: 'Edit Service' },
  content: z.object({ code: z.string(), description: z.string() }),
  schema: serviceFormSchema,
  done: { add: serviceMessages.added, edit: serviceMessages.updated },
  back: '/service-record',
  fields: textFields([
    { name: 'code', label: 'Service Code' },
    { name: 'description', label: 'Description', isLong: true },
  ]),
}

/** Adds a service, or changes one (spec 3, section 2). */
export const ServiceFormScreen = () => <RecordPage definition={definition} machine={useProvided('serviceForm')} />
