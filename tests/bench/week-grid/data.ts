import { addDays, addMinutes, type LocalDate, type LocalTime, weekOf } from '#domain/time.ts'

export const FIRST_DAY = '2026-03-01'

export interface Session {
  id: string
  date: LocalDate
  start: LocalTime
  end: LocalTime
  title: string
  colour: string
}

const COLOURS = ['#90EE90', '#1c7ed6', '#e03131', '#ffd43b', '#0b7285', '#f783ac', '#7048e8']
const NAMES = ['Speech group', 'Nguyễn Thị Phương Thảo', 'Αικατερίνη Παπαδοπούλου', 'Maria-Fernanda de la Concepción']

export const weekStart = (week: number): LocalDate => addDays(FIRST_DAY, week * 7)

/** Sessions of 30 to 60 minutes over Monday to Friday, 7:30 to 17:00; both libraries draw the same sessions. */
export const sessionsOf = (week: number, count: number): Session[] => {
  const days = weekOf(weekStart(week)).slice(1, 6)
  return Array.from({ length: count }, (_, n) => {
    const start = addMinutes('07:30', ((n * 37 + week * 5) % 38) * 15)
    return {
      id: `${week}-${n}`,
      date: days[n % 5] ?? '',
      start,
      end: addMinutes(start, 30 + (n % 3) * 15),
      title: `${NAMES[n % NAMES.length]} ${week}-${n}`,
      colour: COLOURS[n % COLOURS.length] ?? '',
    }
  })
}
