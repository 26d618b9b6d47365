/** How a user gets notifications by email, chosen for each category. */
import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useEffect, useId } from 'react'
import { useSearchParams } from 'wouter'
import { callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { getMailChoices, saveMailChoices } from '#contract/notifications.ts'
import { MAIL_CHOICES, mailChoiceNames, notificationMessages, SUMMARY_TIME } from '#domain/notifications.ts'
import { formatTime } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import { RecordButtons, RecordDialog, type RecordFormActor } from '#screens/form/record-dialog.tsx'
import { useRecordForm } from '#screens/use-calls.ts'
import { IconMail } from '#ui/icons/mail.ts'
import styles from './mail-settings.module.css'

type Settings = DataOf<typeof getMailChoices>
type Choice = Settings['choices'][number]
type Choices = Pick<Settings, 'choices'>
type Actor = RecordFormActor<null, Settings, Choices, null>

const calls: RecordCalls<null, Settings, Choices, null> = {
  read: callOf(getMailChoices, () => ({ body: {} })),
  save: callOf(saveMailChoices, ({ values: { choices } }: { readonly values: Choices }) => ({
    body: { choices: choices.map(({ notificationCategoryId, mail }) => ({ notificationCategoryId, mail })) },
  })),
}

const options = MAIL_CHOICES.map((value) => ({ value, label: mailChoiceNames[value] }))

const CategoryChoice = ({
  choice: { name, mail },
  isBusy,
  onChange,
}: {
  readonly choice: Choice
  readonly isBusy: boolean
  readonly onChange: (mail: Choice['mail']) => void
}) => {
  const labelId = useId()
  return (
    <div className={styles.choice}>
      <Text size="sm" fw={500} id={labelId}>
        {name}
      </Text>
      <SegmentedControl aria-labelledby={labelId} data={options} value={mail} onChange={onChange} disabled={isBusy} />
    </div>
  )
}

const Fields = ({
  actor,
  stored,
  isBusy,
}: {
  readonly actor: Actor
  readonly stored: Settings
  readonly isBusy: boolean
}) => {
  const form = useForm<Choices>({
    initialValues: { choices: stored.choices },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  return (
    <form onSubmit={form.onSubmit((values) => actor.send({ type: 'form.submit', values }))} noValidate>
      <Stack gap="sm">
        {stored.isSent ? (
          <Text size="sm">
            Emails go to <b className={styles.address}>{stored.email}</b>.
          </Text>
        ) : (
          <Alert variant="light">{notificationMessages.noMailServer}</Alert>
        )}
        {form.values.choices.map((choice, index) => (
          <CategoryChoice
            key={choice.notificationCategoryId}
            choice={choice}
            isBusy={isBusy}
            onChange={(mail) => form.setFieldValue(`choices.${index}.mail`, mail)}
          />
        ))}
        <Text size="sm" c="dimmed">
          “Daily” is one email at {formatTime(SUMMARY_TIME)} with everything that you have not read. Emails leave out
          the names of students, titles and reasons.
        </Text>
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Links in emails open the settings with this in the address. */
const OPENING = { name: 'settings', value: 'email' } as const

/** The button, and the dialog that it opens. */
export const MailSettings = () => {
  const actor = useRecordForm(calls)
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get(OPENING.name) === OPENING.value
  useEffect(() => {
    if (!isAsked) return
    actor.send({ type: 'form.open', subject: null })
    setSearch({}, { replace: true })
  }, [actor, isAsked, setSearch])
  useEffect(() => {
    const { unsubscribe } = actor.on('record.saved', () =>
      notifications.show({ message: notificationMessages.mailSaved }),
    )
    return unsubscribe
  }, [actor])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => actor.send({ type: 'form.open', subject: null })}
      >
        Email Settings
      </Button>
      <RecordDialog form={actor} title="Email Settings">
        {(stored, isBusy) => <Fields actor={actor} stored={stored} isBusy={isBusy} />}
      </RecordDialog>
    </>
  )
}
