/**
 * The rrule library under one name on every side. Its `main` is a CommonJS bundle whose names Node cannot see, so there
 * they hang on `default`; bundlers take its ES modules, which have no default.
 */
import * as library from 'rrule'

type Library = typeof library

const names: Library = 'RRule' in library ? library : Reflect.get(library, 'default')

export const { RRule, Weekday: RRuleWeekday } = names
export type { Options as RRuleOptions } from 'rrule'
