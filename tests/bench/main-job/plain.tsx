/** The fields of the session form as Mantine's documentation writes them, with nothing behind them. */
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import {
  Autocomplete,
  Button,
  Checkbox,
  Divider,
  Drawer,
  Group,
  MantineProvider,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
  Title,
} from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const TIMES = Array.from({ length: 96 }, (_, index) => {
  const hour = Math.floor(index / 4)
  const minutes = String((index % 4) * 15).padStart(2, '0')
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
})
const numbered = (first: string, noun: string, count: number) => [
  first,
  ...Array.from({ length: count - 1 }, (_, index) => `${noun} ${index + 1}`),
]
// As many as in the demo district.
const PROVIDERS = numbered('Maria Santos-Okafor', 'Provider', 40)
const SCHOOLS = numbered('Lincoln Elementary School', 'School', 12)
const SERVICES = numbered('Occupational Therapy', 'Service', 6)
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const Form = () => {
  const form = useForm({
    initialValues: {
      mode: 'Basic',
      name: '',
      provider: null,
      date: null,
      start: '7:00 AM',
      end: '7:15 AM',
      isTimesheetRequired: true,
      school: null,
      color: 'School color',
      service: null,
      rateType: null,
      repeats: false,
      type: 'Daily',
      pattern: '',
      days: [],
      endDate: null,
    },
  })
  const { repeats, type } = form.getValues()
  return (
    <form onSubmit={form.onSubmit(() => undefined)}>
      <Stack>
        <SegmentedControl data={['Basic', 'Advance']} {...form.getInputProps('mode')} />
        <TextInput label="Session name" required {...form.getInputProps('name')} />
        <Select label="Provider" required searchable data={PROVIDERS} {...form.getInputProps('provider')} />
        <Group grow>
          <DateInput label="Date" required valueFormat="MM/DD/YYYY" {...form.getInputProps('date')} />
          <Autocomplete label="Start Time" required data={TIMES} {...form.getInputProps('start')} />
          <Autocomplete label="End Time" required data={TIMES} {...form.getInputProps('end')} />
        </Group>
        <Checkbox label="Timesheet required" {...form.getInputProps('isTimesheetRequired', { type: 'checkbox' })} />
        <Group grow>
          <Select label="School" required searchable data={SCHOOLS} {...form.getInputProps('school')} />
          <Select label="Color" data={['School color', 'Sky', 'Rose']} {...form.getInputProps('color')} />
        </Group>
        <Group grow>
          <Select label="Service" required searchable data={SERVICES} {...form.getInputProps('service')} />
          <Select label="Rate type" required data={['Hourly', 'Daily']} {...form.getInputProps('rateType')} />
          <TextInput label="Rate" readOnly />
        </Group>
        <Divider />
        <Checkbox
          label="Set Recurring Series for this Session"
          {...form.getInputProps('repeats', { type: 'checkbox' })}
        />
        {repeats && (
          <>
            <Radio.Group label="Repeats" {...form.getInputProps('type')}>
              <Group>
                <Radio value="Daily" label="Daily" />
                <Radio value="Weekly" label="Weekly" />
                <Radio value="Monthly" label="Monthly" />
              </Group>
            </Radio.Group>
            {type === 'Weekly' && (
              <Checkbox.Group label="Days" {...form.getInputProps('days')}>
                <Group>
                  {WEEKDAYS.map((day) => (
                    <Checkbox key={day} value={day} label={day} />
                  ))}
                </Group>
              </Checkbox.Group>
            )}
            <DateInput label="End Date" required valueFormat="MM/DD/YYYY" {...form.getInputProps('endDate')} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default">Cancel</Button>
          <Button type="submit">Save</Button>
        </Group>
      </Stack>
    </form>
  )
}

const Page = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Title>Schedule</Title>
      <Button onClick={() => setOpened(true)}>+ Add Session</Button>
      <Drawer opened={opened} onClose={() => setOpened(false)} position="right" size="46rem" title="Add Session">
        <Form />
      </Drawer>
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <MantineProvider>
      <Page />
    </MantineProvider>,
  )
}
