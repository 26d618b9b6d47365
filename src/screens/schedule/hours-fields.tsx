import { Checkbox, SimpleGrid } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import { timeList } from '#domain/time.ts'
import type { TimesheetRowSnapshot, timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'

export type TimesheetRow = ActorRefFrom<typeof timesheetRowMachine>

const selectContext = ({ context }: TimesheetRowSnapshot) => context
const selectIsEditable = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('editable')

interface Fields {
  readonly start: ReactNode
  readonly end: ReactNode
  readonly service: ReactNode
  readonly isZeroHours: ReactNode
  readonly required: ReactNode
}

/**
 * The fields of a row's hours, with their error messages. In a dialog, the fields have labels; in a table, the column
 * headers label them.
 */
export const useHoursFields = (row: TimesheetRow, isInTable = false): Fields => {
  const { entry, errors, services, place } = useSelector(row, selectContext)
  const isEditable = useSelector(row, selectIsEditable)
  const asksTimes = entry.isRequired && !entry.isZeroHours
  const named = (label: string) => (isInTable ? { label: undefined, 'aria-label': label, size: 'xs' } : { label })
  const time = {
    options: timeList,
    disabled: !isEditable || !asksTimes,
    required: asksTimes && place === 'modal',
  }
  return {
    start: (
      <TimeSelect
        {...time}
        {...named('Start')}
        value={entry.startTime}
        error={errors.startTime}
        onChange={(chosen) => row.send({ type: 'start.choose', time: chosen })}
      />
    ),
    end: (
      <TimeSelect
        {...time}
        {...named('End')}
        value={entry.endTime}
        error={errors.endTime}
        onChange={(chosen) => row.send({ type: 'end.choose', time: chosen })}
      />
    ),
    service: (
      <IdSelect
        {...named(isInTable ? 'Service' : 'Service Type')}
        // In a dialog, the open list would cover the buttons below as the user tabs to them.
        openOnFocus={isInTable}
        options={services.map(({ id, name }) => ({ id, label: name }))}
        value={entry.serviceId}
        error={errors.serviceId}
        disabled={!isEditable}
        onChange={(id) => row.send({ type: 'service.choose', id })}
        required={!isInTable}
      />
    ),
    isZeroHours: (
      <Checkbox
        {...named('Submit with Zero Hours')}
        checked={entry.isZeroHours}
        disabled={!isEditable || !entry.isRequired}
        onChange={() => row.send({ type: 'isZeroHours.toggle' })}
      />
    ),
    required: (
      <Checkbox
        {...named('Timesheet required')}
        checked={entry.isRequired}
        disabled={!isEditable}
        onChange={() => row.send({ type: 'isRequired.toggle' })}
      />
    ),
  }
}

/** The fields in a dialog: Add/Edit Timesheet or Update Timesheet. */
export const HoursFields = ({ row }: { readonly row: TimesheetRow }) => {
  const fields = useHoursFields(row)
  const { place } = useSelector(row, selectContext)
  const times = (
    <SimpleGrid cols={2} spacing="xs">
      {fields.start}
      {fields.end}
    </SimpleGrid>
  )
  return place === 'session' ? (
    <>
      {fields.required}
      {fields.isZeroHours}
      {times}
    </>
  ) : (
    <>
      {times}
      {fields.service}
      {fields.isZeroHours}
    </>
  )
}
