/** What to call the students of a session who are in it twice, by two frequencies. */
import type { EventStudent } from '#contract/schedule.ts'

type Entry = Pick<EventStudent, 'studentId' | 'studentName' | 'serviceFrequency' | 'eventFrequency' | 'duration'>

const frequencyOf = ({ serviceFrequency, eventFrequency, duration }: Entry): string =>
  [[serviceFrequency, eventFrequency.toLowerCase()].filter(Boolean).join(' '), duration].filter(Boolean).join(', ')

/** A name for each entry, in order; no two are the same. */
export const entryNames = (entries: readonly Entry[]): string[] => {
  const full = entries.map((entry) =>
    entries.filter(({ studentId }) => studentId === entry.studentId).length > 1 && frequencyOf(entry) !== ''
      ? `${entry.studentName}, ${frequencyOf(entry)}`
      : entry.studentName,
  )
  return full.map((name, index) => {
    const same = full.filter((other) => other === name).length
    return same === 1
      ? name
      : `${name}, ${full.slice(0, index + 1).filter((other) => other === name).length} of ${same}`
  })
}
