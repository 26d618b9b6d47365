import { isOnPage } from './drive.ts'
import { startFullCalendar } from './fullcalendar-week.tsx'

startFullCalendar({ isShown: (_, sessions) => isOnPage(sessions.at(-1)?.title ?? '') })
