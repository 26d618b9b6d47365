import { ActionIcon, Badge, Checkbox, Group, MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WeekGridChange, WeekGridEvent } from '#ui/week-grid/types.ts'
import { WeekGrid } from '#ui/week-grid/week-grid.tsx'
import { type Scenario, scenarios } from './scenarios.ts'

const query = new URLSearchParams(location.search)
const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'

/** The grid with a parent that keeps its events and logs its callbacks. */
const Gallery = ({ approval, timesheets, closedDays = [], ...scenario }: Scenario) => {
  const [events, setEvents] = useState<readonly WeekGridEvent[]>(scenario.events)
  const [sent, setSent] = useState<readonly string[]>([])
  const tell = (...words: string[]) => setSent((before) => [...before, words.join(' ')])
  const change = ({ id, date, start, end }: WeekGridChange) => {
    tell('change', id, date, start, end)
    setEvents((all) => all.map((event) => (event.id === id ? { ...event, date, start, end } : event)))
  }
  return (
    <main style={{ padding: 12 }}>
      <h1 style={{ margin: '0 0 8px', fontSize: 18 }}>{scenario.ariaLabel}</h1>
      <WeekGrid
        {...scenario}
        events={events}
        closedDays={closedDays}
        renderDayHeader={
          approval
            ? (date, label) => <Checkbox size="xs" label={label} defaultChecked={closedDays.includes(date)} />
            : undefined
        }
        renderAllDay={
          timesheets
            ? (date) => (
                <Group gap={4} wrap="wrap">
                  <Badge size="sm" variant="default" tt="none">
                    8:00 – 3:15
                  </Badge>
                  {closedDays.includes(date) ? null : (
                    <ActionIcon size="sm" variant="subtle" aria-label={`Add timesheet, ${date}`}>
                      +
                    </ActionIcon>
                  )}
                </Group>
              )
            : undefined
        }
        onEventOpen={(event) => tell('open', event.id)}
        onRangeSelect={({ date, start, end }) => tell('select', date, start, end)}
        onEventChange={change}
      />
      <ol aria-label="Events" style={{ fontSize: 11 }}>
        {sent.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
          <li key={index}>{line}</li>
        ))}
      </ol>
    </main>
  )
}

const root = document.getElementById('root')
const scenario = scenarios[query.get('scenario') ?? 'manage']
if (!root || !scenario) throw new Error('No such scenario')
createRoot(root).render(
  <MantineProvider forceColorScheme={scheme}>
    <Gallery {...scenario} />
  </MantineProvider>,
)
