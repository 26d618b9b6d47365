import { Alert, Button, Grid, Group, Stack, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import { type Call, callOf } from '#contract/call.ts'
import { getBillingSchools, getBillingServices, getBillingStudents, type InvoiceRun } from '#contract/invoices.ts'
import type { InvoicePlace } from '#domain/billing/invoice-place.ts'
import type { Period } from '#domain/billing/period.ts'
import {
  type GenerateInvoiceSnapshot,
  generateInvoiceMachine,
  selectProblems,
} from '#machines/billing/generate-invoice.machine.ts'
import type { RunSnapshot } from '#machines/common/run.machine.ts'
import { focusFirstInvalid, hasWrongText } from '#screens/form/focus-first-invalid.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { type AddressBook, useAddress } from '#screens/use-address.ts'
import { useDetailsOf, useLookup } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { IdsSelect } from '#ui/id-select/ids-select.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { GeneratedDialog } from './generated-dialog.tsx'
import { HalfMonths } from './half-months.tsx'
import { addressOfPlace, placeOfAddress } from './invoice-address.ts'
import { Preview } from './invoice-preview.tsx'
import { LatestRun, useInvoiceRun } from './invoice-run.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { ReplaceQuestion } from './replace-question.tsx'
import { ExplainsAmounts } from './why.tsx'

interface Option {
  readonly id: number
  readonly name: string
}

/** No school has this id. */
const ALL_SCHOOLS = { id: 0, label: 'All schools' }

const NONE: readonly Option[] = []

const schools = callOf(getBillingSchools, () => ({}))

/** Without a school, there is nothing to ask for. */
const ofSchool = (
  endpoint: typeof getBillingStudents | typeof getBillingServices,
): Call<number, readonly Option[]> => ({
  run: async (client, schoolId, options) =>
    schoolId === 0 ? NONE : client.call(endpoint, { query: { schoolId } }, options),
})
const studentsOf = ofSchool(getBillingStudents)
const servicesOf = ofSchool(getBillingServices)

const optionsOf = (options: readonly Option[]) => options.map(({ id, name }) => ({ id, label: name }))

const useOptions = (read: Call<number, readonly Option[]>, { school }: InvoicePlace) =>
  optionsOf(
    useSelector(useDetailsOf(read, typeof school === 'number' ? school : 0), ({ context }) => context.data ?? NONE),
  )

const book: AddressBook<InvoicePlace> = { write: addressOfPlace, read: placeOfAddress, isTyping: () => false }

const selectPlace = ({ context }: GenerateInvoiceSnapshot) => context.place
const selectMessage = ({ context }: GenerateInvoiceSnapshot) => context.message
const selectInvoice = ({ context }: GenerateInvoiceSnapshot) => context.invoice
const selectIsBusy = (snapshot: GenerateInvoiceSnapshot) => snapshot.hasTag('busy')
const selectRunMessage = ({ context }: RunSnapshot<Period, InvoiceRun>) => context.message
const selectIsRunBusy = (snapshot: RunSnapshot<Period, InvoiceRun>) => snapshot.hasTag('busy')

interface Props {
  readonly actor: ActorRefFrom<typeof generateInvoiceMachine>
  readonly run: ReturnType<typeof useInvoiceRun>
}

const OrderForm = ({ actor, run }: Props) => {
  const { date: today } = useNow()
  const place = useSelector(actor, selectPlace)
  const problems = useSelector(actor, selectProblems)
  const message = useSelector(actor, selectMessage)
  const runMessage = useSelector(run, selectRunMessage)
  const isBusy = useSelector(actor, selectIsBusy)
  const isRunBusy = useSelector(run, selectIsRunBusy)
  const students = useOptions(studentsOf, place)
  const services = useOptions(servicesOf, place)
  const schoolOptions = [ALL_SCHOOLS, ...optionsOf(useLookup(schools))]
  const isForAll = place.school === 'all'
  const change = (change: Partial<InvoicePlace>) => {
    actor.send({ type: 'place.change', change })
    run.send({ type: 'message.clear' })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (hasWrongText(form)) return focusFirstInvalid(form)
    flushSync(() => actor.send({ type: 'invoice.generate' }))
    if (Object.keys(selectProblems(actor.getSnapshot())).length > 0) focusFirstInvalid(form)
  }
  const ofOneSchool = { disabled: typeof place.school !== 'number', readOnly: isBusy, clearable: true } as const
  const refusal = message ?? runMessage
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <HalfMonths today={today} isDisabled={isBusy} onChoose={change} />
        <Group grow align="flex-start">
          <DateField
            label="Start Date"
            required
            readOnly={isBusy}
            value={place.startDate}
            error={problems.startDate}
            onChange={(startDate) => change({ startDate })}
          />
          <DateField
            label="End Date"
            required
            readOnly={isBusy}
            value={place.endDate}
            error={problems.endDate}
            onChange={(endDate) => change({ endDate })}
          />
        </Group>
        <IdSelect
          label="School"
          required
          readOnly={isBusy}
          options={schoolOptions}
          value={place.school === 'all' ? ALL_SCHOOLS.id : place.school}
          error={problems.school}
          onChange={(id) => change({ school: id === ALL_SCHOOLS.id ? 'all' : id })}
        />
        <IdsSelect
          label="Students"
          {...ofOneSchool}
          placeholder="All students"
          options={students}
          values={place.studentIds}
          onChange={(studentIds) => change({ studentIds })}
        />
        <IdsSelect
          label="Services"
          {...ofOneSchool}
          placeholder="All services"
          options={services}
          values={place.serviceIds}
          onChange={(serviceIds) => change({ serviceIds })}
        />
        <div role="alert">
          {refusal !== undefined && (
            <Alert color="yellow" variant="light">
              <RefusalNote refusal={refusal} startDate={place.startDate} />
            </Alert>
          )}
        </div>
        <Group gap="sm">
          <SteadyButton type="submit" isBusy={isBusy || (isForAll && isRunBusy)}>
            {isForAll ? 'Generate All Invoices' : 'Generate Invoice'}
          </SteadyButton>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              actor.send({ type: 'place.reset' })
              run.send({ type: 'message.clear' })
            }}
          >
            Reset Filters
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Generates the invoice of a school, or of all schools (spec 2, section 2.11). */
export const GenerateInvoiceScreen = () => {
  const actor = useActorRef(useProvided(generateInvoiceMachine))
  const run = useInvoiceRun()
  const invoice = useSelector(actor, selectInvoice)
  useAddress(actor, selectPlace, book)
  useEffect(() => {
    const { unsubscribe } = actor.on('run.request', ({ period }) => run.send({ type: 'run.start', order: period }))
    return unsubscribe
  }, [actor, run])
  return (
    <ExplainsAmounts>
      <Stack gap="md">
        <Title order={1}>Manage Billing</Title>
        <Title order={2}>Generate Invoice</Title>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <OrderForm actor={actor} run={run} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Preview actor={actor} />
          </Grid.Col>
        </Grid>
        <LatestRun actor={run} />
        <ReplaceQuestion actor={actor} />
        {invoice && <GeneratedDialog invoice={invoice} onClose={() => actor.send({ type: 'dialog.close' })} />}
      </Stack>
    </ExplainsAmounts>
  )
}
