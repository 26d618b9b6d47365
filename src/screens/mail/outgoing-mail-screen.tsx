import { Badge, Text } from '@mantine/core'
import { useCallback } from 'react'
import { callOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { deleteMail, getOutgoingMail, type OutgoingMail, sendMailAgain } from '#contract/outgoing-mail.ts'
import { formMessages } from '#domain/form-messages.ts'
import { GIVEN_UP, isMailState, MAIL_STATES, mailStateName } from '#domain/outgoing-mail.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList, type RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconRefresh } from '#ui/icons/refresh.ts'

const stateColors = { 1: 'yellow', 2: 'yellow', 3: 'green', 4: 'red' } as const

const nameOf = ({ recipient, subject }: OutgoingMail) => `${subject}, to ${recipient}`

export const outgoingMailList = defineList({
  heading: 'Outgoing Mail',
  filters: filtersOf(textFilter('search'), choiceFilter('state', 'State', MAIL_STATES, isMailState)),
  endpoint: getOutgoingMail,
  request: ({ search, state }) => ({ query: { keywords: search.trim() || undefined, state } }),
  columns: [
    { key: 'recipient', title: 'Recipient', render: ({ recipient }) => recipient },
    { key: 'subject', title: 'Subject', render: ({ subject }) => subject },
    {
      key: 'state',
      title: 'State',
      render: ({ state, reason }) => (
        // One box: on a phone, a cell's parts are laid out side by side.
        <div>
          <Badge color={stateColors[state]} variant="dot" tt="none">
            {mailStateName(state)}
          </Badge>
          {reason !== null && (
            <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'attempts', title: 'Attempts', render: ({ attempts }) => attempts },
    { key: 'when', title: 'Created', render: ({ createdAtUtc }) => <Instant at={createdAtUtc} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf,
  emptyText: 'No Data Found',
  deletion: {
    call: callOf(deleteMail, ({ id }: OutgoingMail) => ({ body: { id } })),
    question: formMessages.deletion,
    destructiveLabel: 'Delete message',
    failed: 'Not deleted',
    isOffered: ({ state }) => state === GIVEN_UP,
  },
})

const sendingAgain: RowAction<OutgoingMail> = {
  call: callOf(sendMailAgain, ({ id }: OutgoingMail) => ({ body: { id } })),
  failed: 'Not sent again',
}

/** The emails that the portal sends: which were given up, and why. */
export const OutgoingMailScreen = () => {
  const list = useList(outgoingMailList)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const repeating = useRowAction(sendingAgain, reload)
  return (
    <ListView
      definition={outgoingMailList}
      list={list}
      rowActions={(mail) =>
        mail.isRepeatable && (
          <IconAction
            icon={IconRefresh}
            label={`Send again: ${nameOf(mail)}`}
            tooltip="Send again"
            onClick={() => repeating.begin(mail)}
          />
        )
      }
    >
      {() => <RowActionDialogs action={repeating.action} definition={sendingAgain} nameOf={nameOf} onDone={reload} />}
    </ListView>
  )
}
