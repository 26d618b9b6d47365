import { type ServiceForm, serviceMessages } from '#domain/service-form.ts'
import { orTaken } from '#server/areas/master-data/stored-record.ts'
import { type Executor, insertNumbered } from '#server/db/bulk-insert.ts'
import { services } from '#server/db/schema.ts'

/** @throws Refusal 409 if another service has the code */
export const orCodeTaken = <Result>(write: Promise<Result>) =>
  orTaken(write, 'services_code', 'code', serviceMessages.taken)

/**
 * Adds services to the catalog.
 *
 * @returns their ids
 * @throws Refusal 409 if a code is taken
 */
export const addServices = (on: Executor, forms: readonly ServiceForm[]): Promise<number[]> =>
  orCodeTaken(
    insertNumbered(
      on,
      services,
      forms.map(({ code, description }) => ({ code, description })),
    ),
  )
