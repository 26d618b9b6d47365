import '@mantine/core/styles.layer.css'
import '#app/page.css'
import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Checkbox,
  Group,
  MantineProvider,
  Pill,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '#app/theme.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { DateNavigation } from '#ui/date-navigation/date-navigation.tsx'
import { ChoicesFilter } from '#ui/filters/choices-filter.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'

const nothing = () => {}

/** One of each control with the portal's theme. */
const Gallery = () => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Stack component="main" p="md" gap="xs" align="flex-start">
      <Title order={1}>Controls</Title>
      <DateNavigation
        date="2026-03-03"
        step="day"
        onToday={nothing}
        onPrevious={nothing}
        onNext={nothing}
        onChoose={nothing}
      />
      <TextInput label="Name" required />
      <DateField label="Day" required value="" onChange={nothing} />
      <TimeSelect label="Start" required value="" options={['09:00']} onChange={nothing} />
      <IdSelect label="School" required options={[]} value={null} onChange={nothing} />
      <TextInput label="Wrong" error="This is wrong." />
      <TextInput label="Locked" disabled defaultValue="As it is" />
      <ChoicesFilter
        label="Labels"
        options={[
          { id: 1, name: 'Present' },
          { id: 2, name: 'Late' },
        ]}
        values={[1, 2]}
        onChoose={nothing}
      />
      <Radio.Group label="Pattern" defaultValue="a">
        <Radio value="a" label="Every day" />
        <Radio value="b" label="Every month" />
      </Radio.Group>
      <Checkbox label="Open" />
      <Switch size="sm" aria-label="On" defaultChecked />
      <Switch size="sm" aria-label="Off" />
      <SegmentedControl data={['Day', 'Week']} defaultValue="Week" aria-label="View" />
      <Alert color="yellow" variant="light">
        <Anchor href="#list" inherit>
          Show the list
        </Anchor>
      </Alert>
      <a href="#here" aria-current="page">
        The page that is open
      </a>
      <div style={{ width: 20 }}>
        <Badge variant="dot">Accepted</Badge>
      </div>
      <Group>
        <ActionIcon size="sm" aria-label="Small">
          +
        </ActionIcon>
        <Pill size="sm" withRemoveButton>
          Late
        </Pill>
        <IconAction label="Edit OT" tooltip="Edit" icon={IconPencil} onClick={nothing} />
        <IconAction label="Delete OT" tooltip="Delete" icon={IconPencil} onClick={() => setIsAsking(true)} />
      </Group>
      {isAsking && (
        <ConfirmDialog
          question="Are you sure?"
          details="It cannot be undone."
          destructiveLabel="Delete service"
          onCancel={() => setIsAsking(false)}
          onConfirm={nothing}
        />
      )}
    </Stack>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('No root')
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    forceColorScheme={location.search.includes('dark') ? 'dark' : 'light'}
  >
    <Gallery />
  </MantineProvider>,
)
