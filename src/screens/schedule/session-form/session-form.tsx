import { Button, Divider, Group, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Fragment, useEffect, useRef } from 'react'
import { formMessages } from '#domain/form-messages.ts'
import { selectSaveLabel } from '#machines/schedule/session-form.machine.ts'
import { InParts } from '#ui/in-parts/in-parts.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { PlaceFields } from './place-fields.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'
import { SavingDialogs } from './saving-dialogs.tsx'
import { FormHead, NameField, ProviderField, TimeFields, TimesheetField } from './session-fields.tsx'
import classes from './session-form.module.css'
import { StudentArea } from './student-area.tsx'
import type { SessionFormView } from './use-session-form.ts'

/** Restores the focus that a button lost while it was disabled, unless the focus has moved. */
const useFocusAfter = (isUnderWay: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay && document.activeElement === document.body) button.current?.focus()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  return button
}

const Buttons = ({ actor, leave }: Pick<SessionFormView, 'actor' | 'leave'>) => {
  const saveLabel = useSelector(actor, selectSaveLabel)
  const isViewing = useSelector(actor, (snapshot) => snapshot.matches({ purpose: 'view' }))
  const saving = useSelector(actor, ({ children }) => children.saving)
  const isBusy = useSelector(saving, (snapshot) => snapshot?.hasTag('busy') ?? false)
  const isOver = useSelector(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
  const saveButton = useFocusAfter(saving !== undefined)
  if (isViewing) return null
  return (
    <Group justify="flex-end" className={classes.buttons}>
      <Button variant="default" disabled={saving !== undefined || isOver} onClick={leave}>
        Cancel
      </Button>
      {saveLabel && (
        <Button ref={saveButton} type="submit" loading={isBusy} disabled={saving !== undefined || isOver}>
          {saveLabel}
        </Button>
      )}
    </Group>
  )
}

/** The session form, for a side panel or a page. */
export const SessionForm = ({ view }: { readonly view: SessionFormView }) => {
  const { actor, enter, errorOf, isLocked, values, series, storedPattern, leave } = view
  const part = { actor, enter, errorOf, isLocked }
  const { date, startTime, endTime } = values
  const saving = useSelector(actor, ({ children }) => children.saving)
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches({ workflow: 'confirmingCancel' }))
  return (
    <>
      <form noValidate onSubmit={view.submit} className={classes.form}>
        <InParts>
          <Stack gap="md">
            <FormHead {...part} mode={values.mode} startTime={startTime} endTime={endTime} />
            <NameField {...part} eventName={values.eventName} />
          </Stack>
          <Stack gap="sm">
            <ProviderField {...part} providerId={values.providerId} />
            <TimeFields {...part} date={date} startTime={startTime} endTime={endTime} />
            <TimesheetField {...part} isTimesheetReq={values.isTimesheetReq} />
          </Stack>
          <PlaceFields
            {...part}
            schoolId={values.schoolId}
            serviceId={values.serviceId}
            rateTypeId={values.rateTypeId}
            colourCode={values.colourCode}
          />
          {values.mode === 'advance' && <StudentArea {...part} caseloadIds={values.caseloadIds} />}
          {/* One part: the buttons are there with the last fields. */}
          <Fragment key="recurrence and buttons">
            <Stack gap="md">
              <Divider />
              <RecurrenceFields
                actor={actor}
                enter={enter}
                errorOf={errorOf}
                recurrence={values.recurrence}
                endDate={values.endDate}
                series={series}
                storedPattern={storedPattern}
              />
            </Stack>
            <Buttons actor={actor} leave={leave} />
          </Fragment>
        </InParts>
      </form>
      {saving && <SavingDialogs saving={saving} />}
      {isLeaving && (
        <QuestionDialog
          question={formMessages.cancel}
          onYes={() => actor.send({ type: 'cancel.confirm' })}
          onNo={() => actor.send({ type: 'cancel.dismiss' })}
        />
      )}
    </>
  )
}
