/**
 * The rrule library under one import for Node and bundlers. In Node, its `main` is a CommonJS bundle whose exports are
 * only on `default`; bundlers use its ES modules, which have no default export.
 */
import * as library from 'rrule'

type Library = typeof library

const names: Library = 'RRule' in library ? library : Reflect.get(library, 'default')

export const { RRule, Weekday: RRuleWeekday } = names
export type { Options as RRuleOptions } from 'rrule'
