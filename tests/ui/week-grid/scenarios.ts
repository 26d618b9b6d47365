import { addMinutes, type LocalDate, weekOf } from '#domain/time.ts'
import type { WeekGridEvent, WeekGridProps } from '#ui/week-grid/types.ts'

/** What the gallery shows, chosen by `?scenario=`. */
export interface Scenario extends WeekGridProps {
  /** A checkbox in each day's header, as on the administrator's Home Page. */
  approval?: boolean
  /** A row of timesheet chips and add buttons. */
  timesheets?: boolean
}

const WEEK = weekOf('2026-03-03')
const [SUN = '', MON = '', TUE = '', WED = '', THU = '', FRI = '', SAT = ''] = WEEK
export const COLOURS = [
  '#90EE90',
  '#1c7ed6',
  '#e03131',
  '#ffd43b',
  '#0b7285',
  '#f783ac',
  '#212529',
  '#fffbe6',
  '#7048e8',
]

const NAMES = [
  'Speech: Maria-Fernanda de la Concepción Villanueva y Ortega',
  'OT: Nguyễn Thị Phương Thảo',
  'PT: Αικατερίνη Παπαδοπούλου',
  'Speech: 欧阳娜娜 / 司马相如',
  'Counselling: محمد عبد الرحمن',
  'OT: Þórdís Kolbrún Reykfjörð Gylfadóttir',
  'Speech: Wolfeschlegelsteinhausenbergerdorff',
  'PT: Bronisława Szczęśliwa-Brzęczyszczykiewicz',
  'OT: நந்தினி சுப்பிரமணியன்',
  'Counselling: Oluwaseun Adébáyò',
  'Speech: Ludmila Вячеславовна',
]
const SCHOOLS = ['Lincoln Elementary School', 'École Saint-Exupéry', 'Washington Middle', 'Escuela Benito Juárez']

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

const event = (id: string, date: LocalDate, start: string, minutes: number, more: Partial<WeekGridEvent> = {}) => ({
  id,
  date,
  start,
  end: addMinutes(start, minutes),
  title: id,
  ...more,
})

/** A plausible week: sessions of 30 to 60 minutes over the school day, some side by side. */
const usual: WeekGridEvent[] = [MON, TUE, WED, THU, FRI].flatMap((date, day) =>
  Array.from({ length: 9 }, (_, n) =>
    event(
      `s${day}-${n}`,
      date,
      addMinutes('08:00', n * 50 - (n % 3) * 15 - ((n + day) % 2) * 5),
      30 + ((n + day) % 3) * 15,
      {
        title: pick(NAMES, n * 3 + day),
        detail: pick(SCHOOLS, n + day),
        colour: pick(COLOURS, n + day),
        ...(day === 0 ? { disabled: true, status: 'Approved' } : {}),
      },
    ),
  ),
)

const SMALL: WeekGridEvent[] = [
  event('Speech group', MON, '09:00', 45, { colour: '#90EE90', detail: 'Lincoln School' }),
  event('Beside it', MON, '09:30', 45, { colour: '#e03131' }),
  event('Approved one', TUE, '09:00', 45, { disabled: true, status: 'Approved' }),
  event('Fixed one', TUE, '11:00', 45, { fixed: true }),
  event('Early bird', WED, '06:00', 90),
  event('Night owl', WED, '18:30', 60),
  event('Long gone', THU, '05:00', 30),
]

const many = (count: number): WeekGridEvent[] =>
  Array.from({ length: count }, (_, n) =>
    event(`m${n}`, pick(WEEK.slice(1, 6), n), addMinutes('07:30', ((n * 37) % 38) * 15), 30 + (n % 3) * 15, {
      title: pick(NAMES, n),
      colour: pick(COLOURS, n),
    }),
  )

const manage = { from: '07:00', to: '23:59', slotMinutes: 15, labelMinutes: 60 }

export const scenarios: Record<string, Scenario> = {
  admin: {
    ariaLabel: 'Week of Mar 1, 2026',
    days: WEEK,
    events: usual,
    from: '07:00',
    to: '23:45',
    slotMinutes: 60,
    snapMinutes: 15,
    approval: true,
    closedDays: [MON],
    now: { date: TUE, time: '10:20' },
  },
  manage: {
    ariaLabel: 'Manage Schedule',
    days: WEEK,
    events: usual,
    ...manage,
    approval: true,
    timesheets: true,
    closedDays: [MON],
  },
  weekdays: {
    ariaLabel: 'Manage Schedules',
    days: WEEK.slice(1, 6),
    events: usual,
    from: '09:00',
    to: '19:00',
    timesheets: true,
    now: { date: WED, time: '13:05' },
  },
  small: {
    ariaLabel: 'Small week',
    days: WEEK.slice(1, 6),
    events: SMALL,
    from: '07:00',
    to: '19:00',
    slotMinutes: 15,
    approval: true,
    timesheets: true,
    closedDays: [FRI],
    scrollTo: '07:00',
  },
  day: {
    ariaLabel: 'Tuesday',
    days: [TUE],
    events: usual,
    ...manage,
    timesheets: true,
    now: { date: TUE, time: '10:20' },
  },
  forty: {
    ariaLabel: 'Forty at once',
    days: WEEK,
    events: Array.from({ length: 40 }, (_, n) =>
      event(`f${n}`, WED, addMinutes('09:00', (n % 4) * 15), 60, { title: pick(NAMES, n), colour: pick(COLOURS, n) }),
    ),
    ...manage,
  },
  many: { ariaLabel: 'Two thousand', days: WEEK, events: many(2000), ...manage },
  empty: { ariaLabel: 'Nothing yet', days: [SUN, SAT], events: [], ...manage },
  colours: {
    ariaLabel: 'Colours',
    days: WEEK,
    from: '07:00',
    to: '19:00',
    events: Array.from({ length: 210 }, (_, n) =>
      event(`c${n}`, pick(WEEK, n), addMinutes('07:00', Math.floor(n / 7) * 20), 20, {
        title: 'Colour',
        colour: `#${((n * 2654435761) % 0x1000000).toString(16).padStart(6, '0')}`,
        disabled: n % 5 === 0,
      }),
    ),
  },
}
