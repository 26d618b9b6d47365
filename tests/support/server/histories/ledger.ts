/**
 * What schools owe and providers are paid, computed a second time from the log of what people did, by the rules of
 * docs/decisions/what-is-billed.md and payroll.md. It shares nothing with the portal: whole cents and minutes, no
 * queries, no domain functions.
 */
import type { Event, Planned, Row, Slot } from './events.ts'

interface Session extends Slot, Omit<Planned, 'rateTypeId'> {
  date: string
  rateTypeId: number | undefined
  isDeleted: boolean
  /** Changed or deleted by itself: changes of the whole series leave it alone. */
  isAlone: boolean
  isRecurring: boolean
}

interface Hours {
  serviceId: number
  minutes: number
  isZero: boolean
}

interface Rate {
  cents: number
  from: string
  /** The first day without it. */
  until: string
}

/** A provider's work at a school on a day. */
export interface Work extends Row {
  serviceId: number
  rateTypeId: number | undefined
  rate: Rate | undefined
  minutes: number
  sessions: number
  isZero: boolean
}

interface TimeOff {
  providerId: number
  date: string
  minutes: number
}

/** What a day pays, by rate; the quantity is in hundredths. */
interface DayPay {
  rate: Rate | undefined
  rateTypeId: number
  minutes: number
  quantity: number
}

/** Pay for a day that was locked or exported, on a later day. The amounts are as they were booked. */
interface LatePay extends Pay {
  providerId: number
  minutes: number
  for: string
  on: string
  /** The request for time off; undefined for a correction. */
  request: number | undefined
  isGivenBack: boolean
  /** The rate and what it multiplies, in hundredths, of a correction. */
  corrected?: { rate: Rate; quantity: number }
  /** Unlocking its day doesn't end it. */
  isBalance?: true
}

/** Work with what it is paid at. */
interface PaidWork {
  work: Work
  rate: Rate | undefined
  rateTypeId: number
}

const OPEN_END = '9999-12-31'
const HOURLY = 1
const PER_SESSION = 2
const DAILY = 3

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export const centsOf = (decimal: string): number => {
  const [whole = '', digits = ''] = decimal.replace('-', '').split('.')
  const cents = Number(`${whole}${digits.padEnd(2, '0')}`)
  return decimal.startsWith('-') ? -cents : cents
}

/** Half up, away from zero. */
const divide = (number: number, by: number): number =>
  number < 0 ? -divide(-number, by) : Math.floor((2 * number + by) / (2 * by))

const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const dayAfter = (date: string): string => daysLater(date, 1)

const rowKey = ({ providerId, schoolId, date }: Row): string => `${providerId}/${schoolId}/${date}`

const sumBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Rates or fees of one kind that begin and end on days. */
class Dated {
  #all: Rate[] = []

  /** On a day, the newest of those that have begun and not ended. */
  on(date: string): Rate | undefined {
    let found: Rate | undefined
    for (const rate of this.#all) {
      if (rate.from <= date && date < rate.until && (!found || rate.from >= found.from)) found = rate
    }
    return found
  }

  add(cents: number, from: string): void {
    this.#all.push({ cents, from, until: OPEN_END })
  }

  dropPlanned(today: string): void {
    this.#all = this.#all.filter(({ from }) => from <= today)
  }

  /** Without those that a newly planned one replaces: neither the first of all nor what begins on or before settled days. */
  dropReplaced(today: string, kept: readonly { endDate: string }[]): void {
    const live = this.#all.filter(({ until }) => until === OPEN_END).map(({ from }) => from)
    const first = live.some((from) => from <= today) ? [] : live.sort().slice(0, 1)
    this.dropPlanned([today, ...first, ...kept.map(({ endDate }) => endDate)].sort().at(-1) ?? today)
  }

  /** What has ended, or ends later, gives way to a new one from a day on. */
  giveWay(on: string): void {
    this.#all = this.#all.filter(({ from, until }) => until === OPEN_END || until <= on || from < on)
    for (const rate of this.#all) if (rate.until !== OPEN_END && rate.until > on) rate.until = on
  }

  endOn(day: string): void {
    for (const rate of this.#all) if (rate.until > day) rate.until = day
  }

  /** The same, but what has ended before today stays as it is. */
  endLive(day: string, today: string): void {
    for (const rate of this.#all) if (rate.until > today) rate.until = day
  }

  /** What was to end after today does not end. */
  keep(today: string): void {
    for (const rate of this.#all) if (rate.until > today) rate.until = OPEN_END
  }

  /** Without the one from that day that has not ended. */
  withdraw(from: string, today: string): void {
    this.#all = this.#all.filter((rate) => rate.from !== from || rate.until <= today)
  }
}

export interface Line {
  /** What the rate multiplies, in hundredths. */
  quantity: number
  cents: number
  rate: number
  rateTypeId: number
}

export interface Bill {
  lines: Line[]
  /** The fee's hundredths of a percent, what it is on, and what it comes to. */
  fees: { percent: number; base: number; cents: number }[]
  cents: number
}

export interface Pay {
  rate: number | undefined
  hours: number
  base: number
  timeOffHours: number
  timeOff: number
}

export class Ledger {
  readonly #sessions = new Map<string, Session>()
  readonly #series = new Map<number, readonly string[]>()
  readonly #waiting = new Set<string>()
  readonly #hours = new Map<string, Hours>()
  readonly #approved = new Set<string>()
  readonly #locks = new Map<number, { startDate: string; endDate: string }>()
  readonly #exports: { startDate: string; endDate: string }[] = []
  readonly #schoolRates = new Map<string, Dated>()
  readonly #fees = new Map<number, Dated>()
  readonly #providerRates = new Map<string, Dated>()
  /** Paid on its own day, also if a later day takes it back. */
  readonly #timeOff = new Map<number, TimeOff>()
  readonly #late: LatePay[] = []
  /** What corrected days were paid when they were locked. */
  readonly #kept = new Map<string, PaidWork[]>()
  /** Days whose correction is open, with what canceling it brings back. */
  readonly #corrections = new Map<
    string,
    { isFirst: boolean; isApproved: boolean; hours: [string, Hours][]; pay: DayPay[] }
  >()

  #schoolRate(schoolId: number, serviceId: number, rateTypeId: number): Dated {
    const key = `${schoolId}/${serviceId}/${rateTypeId}`
    const known = this.#schoolRates.get(key) ?? new Dated()
    this.#schoolRates.set(key, known)
    return known
  }

  #fee(schoolId: number): Dated {
    const known = this.#fees.get(schoolId) ?? new Dated()
    this.#fees.set(schoolId, known)
    return known
  }

  #providerRate(providerId: number, rateTypeId: number): Dated {
    const key = `${providerId}/${rateTypeId}`
    const known = this.#providerRates.get(key) ?? new Dated()
    this.#providerRates.set(key, known)
    return known
  }

  #isLocked(date: string): boolean {
    return [...this.#locks.values()].some(({ startDate, endDate }) => startDate <= date && date <= endDate)
  }

  #isExported(date: string): boolean {
    return this.#exports.some(({ startDate, endDate }) => startDate <= date && date <= endDate)
  }

  /** The day, or the first after all settled ones. */
  #afterKept(from: string, today: string, kept: readonly { startDate: string; endDate: string }[]): string {
    const lasts = kept.filter(({ startDate }) => startDate < today).map(({ endDate }) => dayAfter(endDate))
    return [from, ...lasts].sort().at(-1) ?? from
  }

  /** The payroll of the day can't change. */
  #isClosed(date: string): boolean {
    return this.#isLocked(date) || this.#isExported(date)
  }

  #book(late: Omit<LatePay, 'on'>, notBefore = ''): void {
    let on = notBefore > late.for ? notBefore : dayAfter(late.for)
    while (this.#isClosed(on)) on = dayAfter(on)
    this.#late.push({ ...late, on })
  }

  #bookTimeOff(request: number, { providerId, date, minutes }: TimeOff, rate: number | undefined, sign: 1 | -1): void {
    const timeOffHours = sign * divide(minutes * 100, 60)
    const timeOff = divide(timeOffHours * (rate ?? 0), 100)
    const pay = { rate, hours: 0, base: 0, timeOffHours, timeOff, minutes }
    this.#book({ ...pay, providerId, for: date, request, isGivenBack: sign === -1 })
  }

  #payOut(
    { providerId, hundredths, lastDay }: { providerId: number; hundredths: number; lastDay: string },
    today: string,
  ) {
    const rate = this.#providerRate(providerId, HOURLY).on(lastDay)?.cents
    const timeOff = divide(hundredths * (rate ?? 0), 100)
    const pay = { rate, hours: 0, base: 0, timeOffHours: hundredths, timeOff, minutes: 0 }
    this.#book({ ...pay, providerId, for: lastDay, request: undefined, isGivenBack: false, isBalance: true }, today)
  }

  #takeOff(request: number, off: TimeOff): void {
    if (this.#isClosed(off.date)) {
      this.#bookTimeOff(request, off, this.#providerRate(off.providerId, HOURLY).on(off.date)?.cents, 1)
    } else this.#timeOff.set(request, off)
  }

  #giveBack(request: number): void {
    const onItsDay = this.#timeOff.get(request)
    const late = this.#late.find((one) => one.request === request && !one.isGivenBack)
    if (late) {
      // Booked as it was paid.
      const pay = { ...late, isGivenBack: true, timeOffHours: -late.timeOffHours, timeOff: -late.timeOff }
      this.#book(pay)
    } else if (onItsDay && this.#isClosed(onItsDay.date)) {
      const rate = this.#providerRate(onItsDay.providerId, HOURLY).on(onItsDay.date)?.cents
      this.#bookTimeOff(request, onItsDay, rate, -1)
    } else this.#timeOff.delete(request)
  }

  /** Late pay for days that are unlocked ends, unless their payroll was exported: they are paid as usual. */
  #unlock(lockOut: number): void {
    const { startDate, endDate } = this.#locks.get(lockOut) ?? { startDate: OPEN_END, endDate: '' }
    this.#locks.delete(lockOut)
    const isEnded = (one: LatePay) =>
      !one.isBalance && one.for >= startDate && one.for <= endDate && !this.#isExported(one.for)
    const ended = this.#late.filter(isEnded)
    this.#late.splice(0, this.#late.length, ...this.#late.filter((one) => !isEnded(one)))
    for (const { request, isGivenBack, providerId, for: date, minutes } of ended) {
      if (request === undefined) throw new RangeError(`A corrected day, ${date}, was unlocked`)
      const isTakenBack = ended.some((one) => one.request === request && one.isGivenBack)
      if (isTakenBack) this.#timeOff.delete(request)
      else if (!isGivenBack) this.#timeOff.set(request, { providerId, date, minutes })
    }
  }

  #hoursOfDay(providerId: number, date: string): [string, Hours][] {
    return [...this.#hours].filter(([key]) => key.startsWith(`${providerId}/`) && key.endsWith(`/${date}`))
  }

  /** What a day's work is paid now, by rate. */
  #dayPay(providerId: number, date: string): DayPay[] {
    const paid = this.#livePaid(providerId, { startDate: date, endDate: date })
    return [...sumBy(paid, ({ rate }) => rate).values()].flatMap(([one, ...more]) => {
      if (!one) return []
      const { rate, rateTypeId } = one
      const work = [one, ...more].map((each) => each.work)
      return { rate, rateTypeId, minutes: minutesIn(work), quantity: paidQuantityOf(rateTypeId, work) }
    })
  }

  #openCorrection(providerId: number, date: string): void {
    const day = `${providerId}/${date}`
    const pay = this.#dayPay(providerId, date)
    const isFirst = !this.#kept.has(day)
    if (isFirst) this.#kept.set(day, this.#livePaid(providerId, { startDate: date, endDate: date }))
    const isApproved = this.#approved.delete(day)
    this.#corrections.set(day, { isFirst, isApproved, hours: this.#hoursOfDay(providerId, date), pay })
  }

  #cancelCorrection(providerId: number, date: string): void {
    const day = `${providerId}/${date}`
    const opened = this.#corrections.get(day)
    if (!opened) throw new RangeError(`No correction of ${day} is open`)
    this.#corrections.delete(day)
    for (const [key] of this.#hoursOfDay(providerId, date)) this.#hours.delete(key)
    for (const [key, hours] of opened.hours) this.#hours.set(key, hours)
    if (opened.isApproved) this.#approved.add(day)
    if (opened.isFirst) this.#kept.delete(day)
  }

  #approveCorrection(providerId: number, date: string): void {
    const day = `${providerId}/${date}`
    const opened = this.#corrections.get(day)
    if (!opened) throw new RangeError(`No correction of ${day} is open`)
    this.#corrections.delete(day)
    this.#approved.add(day)
    const after = this.#dayPay(providerId, date)
    const rates = [...new Set([...opened.pay, ...after].map(({ rate }) => rate))]
    // Nothing was paid without a rate, so there is nothing to keep.
    if (rates.includes(undefined)) this.#kept.delete(day)
    else for (const rate of rates) if (rate) this.#bookDifference({ providerId, date, rate }, opened.pay, after)
  }

  /** A period is paid as if the day had been right from the beginning: the difference to what it was paid so far. */
  #bookDifference(
    { providerId, date, rate }: { providerId: number; date: string; rate: Rate },
    before: readonly DayPay[],
    after: readonly DayPay[],
  ): void {
    const [was, is] = [before, after].map((day) => day.find((one) => one.rate === rate))
    const rateTypeId = (was ?? is)?.rateTypeId ?? HOURLY
    const minutes = (is?.minutes ?? 0) - (was?.minutes ?? 0)
    const change = (is?.quantity ?? 0) - (was?.quantity ?? 0)
    if (minutes === 0 && change === 0) return
    const isWith = (period: { startDate: string; endDate: string }) =>
      period.startDate <= date && date <= period.endDate
    const period = this.#exports.find(isWith) ?? [...this.#locks.values()].find(isWith)
    if (!period) throw new RangeError(`${date} is neither exported nor locked`)
    const work = this.#paid(providerId, period).flatMap((paid) => (paid.rate === rate ? [paid.work] : []))
    const booked = this.#late.flatMap(({ corrected, ...late }) =>
      corrected?.rate === rate && late.for >= period.startDate && late.for <= period.endDate
        ? [{ ...late, quantity: corrected.quantity }]
        : [],
    )
    const sumOf = (of: (late: (typeof booked)[number]) => number) => booked.reduce((sum, late) => sum + of(late), 0)
    const own = paidQuantityOf(rateTypeId, work)
    const soFar = own + sumOf((late) => late.quantity)
    const allMinutes = minutesIn(work) + sumOf((late) => late.minutes) + minutes
    const due = rateTypeId === HOURLY ? divide(allMinutes * 100, 60) : soFar + change
    const quantity = due - soFar
    const base = divide(due * rate.cents, 100) - divide(own * rate.cents, 100) - sumOf((late) => late.base)
    // Payroll lists worked time, whatever the line pays.
    const hours = divide(minutes * 100, 60)
    const none = { timeOffHours: 0, timeOff: 0, request: undefined, isGivenBack: false }
    this.#book({
      rate: rate.cents,
      hours,
      base,
      ...none,
      providerId,
      for: date,
      minutes,
      corrected: { rate, quantity },
    })
  }

  /** Nobody changes what is on it. */
  #isFixed(providerId: number, date: string): boolean {
    return this.#approved.has(`${providerId}/${date}`) || this.#isLocked(date)
  }

  #session({ series, slot }: Slot): Session {
    const found = this.#sessions.get(`${series}/${slot}`)
    if (!found) throw new RangeError(`The log has no session ${series} on ${slot}`)
    return found
  }

  /** Sessions of a series from a day on that a change of the whole reaches. */
  *#reached(series: number, from: string, at: string): Generator<Session> {
    for (const session of this.#sessions.values()) {
      if (session.series !== series || session.date < from || session.isDeleted || session.isAlone) continue
      if (this.#waiting.has(`${series}/${session.slot}`)) continue
      if (this.#isFixed(session.providerId, session.date) || `${session.date} ${session.endTime}` < at) continue
      yield session
    }
  }

  #change(session: Session, { rateTypeId, ...planned }: Planned): void {
    const isSame = planned.serviceId === session.serviceId && planned.schoolId === session.schoolId
    const kept = isSame ? session.rateTypeId : undefined
    Object.assign(session, planned, { rateTypeId: rateTypeId === 'not chosen' ? kept : rateTypeId })
  }

  #plan(series: number, dates: readonly string[], { rateTypeId, ...planned }: Planned, isRecurring: boolean): void {
    for (const date of dates) {
      this.#sessions.set(`${series}/${date}`, {
        ...planned,
        ...{ series, slot: date, date, isDeleted: false, isAlone: false, isRecurring },
        rateTypeId: rateTypeId === 'not chosen' ? undefined : rateTypeId,
      })
    }
  }

  take(event: Event): void {
    const { at } = event
    const today = at.slice(0, 10)
    switch (event.did) {
      case 'plan':
        this.#series.set(event.series, event.dates)
        this.#plan(event.series, event.dates, event.session, event.dates.length > 1)
        break
      case 'update all': {
        for (const session of this.#reached(event.series, event.from, at)) {
          if (!this.#isFixed(event.session.providerId, session.date)) this.#change(session, event.session)
        }
        const added = (this.#series.get(event.series) ?? []).filter((date) => {
          const before = this.#sessions.get(`${event.series}/${date}`)
          const isOpen = !before || (before.isDeleted && !before.isAlone)
          const isAhead = `${date} ${event.session.endTime}` >= at && !this.#isFixed(event.session.providerId, date)
          return isOpen && isAhead && date >= event.from && date <= event.until
        })
        this.#plan(event.series, added, event.session, true)
        break
      }
      case 'change one': {
        const session = this.#session(event.of)
        this.#waiting.delete(`${event.of.series}/${event.of.slot}`)
        this.#change(session, event.session)
        session.date = event.date
        session.isAlone = session.isRecurring
        break
      }
      case 'ask for a change':
        this.#waiting.add(`${event.of.series}/${event.of.slot}`)
        break
      case 'change the students':
        this.#session(event.of).isAlone = this.#session(event.of).isRecurring
        break
      case 'drop a change':
        this.#waiting.delete(`${event.of.series}/${event.of.slot}`)
        break
      case 'hand over': {
        const session = this.#session(event.of)
        if (!this.#isFixed(session.providerId, session.date)) Object.assign(session, { providerId: event.providerId })
        break
      }
      case 'delete one': {
        const session = this.#session(event.of)
        session.isDeleted = true
        session.isAlone = session.isRecurring
        break
      }
      case 'put back': {
        const { rateTypeId, ...is } = event.is
        Object.assign(this.#session(event.of), is, { rateTypeId: rateTypeId ?? undefined })
        break
      }
      case 'delete all':
        for (const session of this.#reached(event.series, event.from, at)) session.isDeleted = true
        break
      case 'enter hours': {
        const { row, serviceId, startTime, endTime, isZero } = event
        const before = this.#hours.get(rowKey(row))
        const minutes = startTime === '' ? (before?.minutes ?? 0) : minutesOf(endTime) - minutesOf(startTime)
        const service = serviceId.asBefore ? (before?.serviceId ?? serviceId.id) : serviceId.id
        this.#hours.set(rowKey(row), { serviceId: service, minutes, isZero })
        break
      }
      case 'drop hours':
        this.#hours.delete(rowKey(event.row))
        break
      case 'need hours': {
        const session = this.#session(event.of)
        if (session.needsHours !== event.needsHours) {
          Object.assign(session, { needsHours: event.needsHours, isAlone: session.isAlone || session.isRecurring })
        }
        break
      }
      case 'approve':
        this.#approved.add(`${event.providerId}/${event.date}`)
        break
      case 'reopen':
        this.#approved.delete(`${event.providerId}/${event.date}`)
        break
      case 'lock':
        this.#locks.set(event.lockOut, event)
        break
      case 'unlock':
        this.#unlock(event.lockOut)
        break
      case 'rate a school': {
        const rates = this.#schoolRate(event.schoolId, event.serviceId, event.rateTypeId)
        rates.giveWay(this.#afterKept(event.dated.from, today, [...this.#locks.values()]))
        rates.add(centsOf(event.dated.rate), event.dated.from)
        break
      }
      case 'plan a school rate': {
        const rates = this.#schoolRate(event.schoolId, event.serviceId, event.rateTypeId)
        rates.dropReplaced(today, [])
        rates.add(centsOf(event.dated.rate), event.dated.from)
        break
      }
      case 'end a school rate': {
        const rates = this.#schoolRate(event.schoolId, event.serviceId, event.rateTypeId)
        rates.dropPlanned(today)
        rates.endOn(event.on)
        break
      }
      case 'charge a fee':
        this.#fee(event.schoolId).add(centsOf(event.dated.rate), event.dated.from)
        break
      case 'correct the fee':
        this.#fee(event.schoolId).withdraw(event.was, today)
        this.#fee(event.schoolId).add(centsOf(event.dated.rate), event.dated.from)
        break
      case 'plan a fee':
        this.#fee(event.schoolId).dropReplaced(today, [{ endDate: event.after }])
        this.#fee(event.schoolId).add(centsOf(event.dated.rate), event.dated.from)
        break
      case 'end the fee':
        this.#fee(event.schoolId).endLive(event.on, today)
        break
      case 'keep the fee':
        this.#fee(event.schoolId).keep(today)
        break
      case 'rate a provider':
        this.#providerRate(event.providerId, event.rateTypeId).giveWay(
          this.#afterKept(event.dated.from, today, [...this.#locks.values(), ...this.#exports]),
        )
        this.#providerRate(event.providerId, event.rateTypeId).add(centsOf(event.dated.rate), event.dated.from)
        break
      case 'plan a provider rate': {
        const rates = this.#providerRate(event.providerId, event.rateTypeId)
        rates.dropReplaced(today, this.#exports)
        rates.add(centsOf(event.dated.rate), event.dated.from)
        break
      }
      case 'end a provider rate':
        this.#providerRate(event.providerId, event.rateTypeId).dropPlanned(today)
        this.#providerRate(event.providerId, event.rateTypeId).endOn(event.on)
        break
      case 'take off':
        this.#takeOff(event.request, event)
        break
      case 'pay out':
        this.#payOut(event, today)
        break
      case 'give back':
        this.#giveBack(event.request)
        break
      case 'open a correction':
        this.#openCorrection(event.providerId, event.date)
        break
      case 'approve a correction':
        this.#approveCorrection(event.providerId, event.date)
        break
      case 'cancel a correction':
        this.#cancelCorrection(event.providerId, event.date)
        break
      case 'export payroll':
        this.#exports.push(event)
        break
      case 'choose a rate type':
        for (const work of this.#work(event)) {
          if (work.rate || work.isZero || work.serviceId !== event.serviceId) continue
          if (work.providerId !== event.providerId || work.schoolId !== event.schoolId) continue
          const sessions = this.#due(work)
          const ofService = sessions.filter(({ serviceId }) => serviceId === event.serviceId)
          for (const session of ofService.length > 0 ? ofService : sessions) session.rateTypeId = event.rateTypeId
        }
        break
    }
  }

  /** The sessions behind a row, in the order of the day. */
  #due({ providerId, schoolId, date }: Row): Session[] {
    return [...this.#sessions.values()]
      .filter((session) => session.date === date && session.providerId === providerId && session.schoolId === schoolId)
      .filter(({ isDeleted, needsHours }) => !isDeleted && needsHours)
      .sort((one, other) => minutesOf(one.startTime) - minutesOf(other.startTime) || one.series - other.series)
  }

  /** The rate of work of a type, or of the only type that the school has for the service. */
  #rateOf({ schoolId, date }: Row, serviceId: number, rateTypeId: number | undefined) {
    const types = rateTypeId === undefined ? [HOURLY, PER_SESSION, DAILY] : [rateTypeId]
    const found = types.flatMap((type) => {
      const rate = this.#schoolRate(schoolId, serviceId, type).on(date)
      return rate ? [{ rateTypeId: type, rate }] : []
    })
    return found.length === 1 && found[0] ? found[0] : { rateTypeId, rate: undefined }
  }

  /** The rows of a period, approved or not. */
  #work({ startDate, endDate }: { startDate: string; endDate: string }): Work[] {
    const due = [...this.#sessions.values()].filter(
      ({ date, isDeleted, needsHours }) => date >= startDate && date <= endDate && !isDeleted && needsHours,
    )
    return [...sumBy(due, rowKey).values()].flatMap(([one]) => {
      if (!one) return []
      const { providerId, schoolId, date } = one
      const row = { providerId, schoolId, date }
      const sessions = this.#due(row)
      const [first = one] = sessions
      // Until hours are entered, the first session's service counts; such a row is never approved.
      const hours = this.#hours.get(rowKey(row)) ?? { serviceId: first.serviceId, minutes: 0, isZero: false }
      const ofService = sessions.filter(({ serviceId }) => serviceId === hours.serviceId)
      const deciding = ofService.length > 0 ? ofService : sessions
      const type = deciding.find(({ rateTypeId }) => rateTypeId !== undefined)?.rateTypeId
      return [{ ...row, ...hours, ...this.#rateOf(row, hours.serviceId, type), sessions: sessions.length }]
    })
  }

  /** Hours that count: of days that were approved. */
  approvedWork(period: { startDate: string; endDate: string }): Work[] {
    return this.#work(period).filter(
      ({ providerId, date, isZero }) => !isZero && this.#approved.has(`${providerId}/${date}`),
    )
  }

  #feeOn({ schoolId, date }: Row): number | undefined {
    return this.#fee(schoolId).on(date)?.cents
  }

  /** What work comes to: lines of the same school, service, type, rate and fee, each rounded once. */
  bill(work: readonly Work[]): Bill {
    const groups = sumBy(
      work.filter(({ rate }) => rate !== undefined),
      (one) => [one.schoolId, one.serviceId, one.rateTypeId, one.rate?.cents, this.#feeOn(one)].join('/'),
    )
    const bases = new Map<number, number>()
    const lines = [...groups.values()].flatMap((group): Line[] => {
      const [one] = group
      if (!one?.rate || one.rateTypeId === undefined) return []
      const quantity = quantityOf(one.rateTypeId, group)
      const cents = divide(quantity * one.rate.cents, 100)
      const fee = this.#feeOn(one)
      if (fee !== undefined) bases.set(fee, (bases.get(fee) ?? 0) + cents)
      return [{ quantity, cents, rate: one.rate.cents, rateTypeId: one.rateTypeId }]
    })
    const fees = [...bases].map(([percent, base]) => ({ percent, base, cents: divide(base * percent, 10_000) }))
    return { lines, fees, cents: total(lines) + total(fees) }
  }

  /** Approved work with what it would be paid now. */
  #livePaid(providerId: number, period: { startDate: string; endDate: string }): PaidWork[] {
    return this.approvedWork(period).flatMap((work) => {
      if (work.providerId !== providerId) return []
      const types = [...(work.rateTypeId === undefined ? [] : [work.rateTypeId]), HOURLY, PER_SESSION, DAILY]
      const rateTypeId = types.find((each) => this.#providerRate(providerId, each).on(work.date)) ?? HOURLY
      return { work, rateTypeId, rate: this.#providerRate(providerId, rateTypeId).on(work.date) }
    })
  }

  /** Corrected days are paid as they were when they were locked. */
  #paid(providerId: number, period: { startDate: string; endDate: string }): PaidWork[] {
    const live = this.#livePaid(providerId, period).filter(({ work }) => !this.#kept.has(`${providerId}/${work.date}`))
    const kept = [...this.#kept].flatMap(([day, paid]) => (day.startsWith(`${providerId}/`) ? paid : []))
    return [...live, ...kept.filter(({ work: { date } }) => date >= period.startDate && date <= period.endDate)]
  }

  /** What a provider is paid: a row for each rate, one for what has none, and one for each line of late pay. */
  pay(providerId: number, period: { startDate: string; endDate: string }): Pay[] {
    const rows = new Map<Rate | undefined, { rateTypeId: number; work: Work[]; timeOff: number }>()
    const rowOf = (rate: Rate | undefined, rateTypeId: number) => {
      const known = rows.get(rate) ?? { rateTypeId, work: [], timeOff: 0 }
      rows.set(rate, known)
      return known
    }
    for (const { work, rate, rateTypeId } of this.#paid(providerId, period)) rowOf(rate, rateTypeId).work.push(work)
    for (const off of this.#timeOff.values()) {
      if (off.providerId !== providerId || off.date < period.startDate || off.date > period.endDate) continue
      rowOf(this.#providerRate(providerId, HOURLY).on(off.date), HOURLY).timeOff += divide(off.minutes * 100, 60)
    }
    const late = this.#late.filter(
      (one) => one.providerId === providerId && one.on >= period.startDate && one.on <= period.endDate,
    )
    const own = [...rows].map(([rate, { rateTypeId, work, timeOff }]) => {
      const quantity = paidQuantityOf(rateTypeId, work)
      return {
        rate: rate?.cents,
        hours: quantityOf(HOURLY, work),
        base: divide(quantity * (rate?.cents ?? 0), 100),
        timeOffHours: timeOff,
        timeOff: divide(timeOff * (rate?.cents ?? 0), 100),
      }
    })
    return [...own, ...late]
  }
}

const minutesIn = (work: readonly Work[]): number => work.reduce((sum, { minutes }) => sum + minutes, 0)

/** In hundredths. Minutes are added up and then rounded. */
const quantityOf = (rateTypeId: number, work: readonly Work[]): number => {
  if (rateTypeId === DAILY) return work.length * 100
  if (rateTypeId === PER_SESSION) return work.reduce((sum, { sessions }) => sum + sessions, 0) * 100
  return divide(minutesIn(work) * 100, 60)
}

/** The same of what a provider is paid: a day at two schools is one. */
const paidQuantityOf = (rateTypeId: number, work: readonly Work[]): number =>
  rateTypeId === DAILY ? new Set(work.map(({ date }) => date)).size * 100 : quantityOf(rateTypeId, work)

const total = (amounts: readonly { cents: number }[]): number => amounts.reduce((sum, { cents }) => sum + cents, 0)
