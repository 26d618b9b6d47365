/** What someone typed to find something: part of a name, a date, or both. */
import { plainText } from './text-rules.ts'
import { addDays, type LocalDate, localDateSchema, parseDate } from './time.ts'

/** The longest text that a search takes. */
export const MAX_SEARCH_LENGTH = 200

/** What is typed into a search or a list's filter. */
export const searchText = () => plainText().max(MAX_SEARCH_LENGTH)

export interface SearchWords {
  /** Without the date; '' if only a date was typed. */
  text: string
  date: LocalDate | undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NEAR = { yesterday: -1, today: 0, tomorrow: 1 } as const

/** '2026-11-23', '11/23/2026', '11/23' of this year, 'Nov 23', 'November 23, 2026', 'today', 'tomorrow', 'yesterday' */
const DATE =
  /(?<![\p{L}\d/-])(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<slashed>\d{1,2}\/\d{1,2}(?:\/\d{4})?)|(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? (?<day>\d{1,2})(?:,? (?<year>\d{4}))?|(?<near>yesterday|today|tomorrow))(?![\p{L}\d/-])/iu

const dateOf = (groups: Readonly<Record<string, string | undefined>>, today: LocalDate): LocalDate | undefined => {
  const thisYear = today.slice(0, 4)
  const { iso, slashed, month, day, year = thisYear, near } = groups
  if (iso !== undefined) return localDateSchema.safeParse(iso).data
  if (slashed !== undefined) return parseDate(slashed.split('/').length === 3 ? slashed : `${slashed}/${thisYear}`)
  if (month !== undefined) return parseDate(`${MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1}/${day}/${year}`)
  return addDays(today, NEAR[near?.toLowerCase() as keyof typeof NEAR])
}

/** Words that look like a date but name no day stay part of the text. */
export const searchWords = (words: string, today: LocalDate): SearchWords => {
  const found = DATE.exec(words)
  const date = found?.groups && dateOf(found.groups, today)
  const text = found && date !== undefined ? words.replace(found[0], ' ') : words
  return { text: text.replace(/\s+/g, ' ').trim(), date }
}
