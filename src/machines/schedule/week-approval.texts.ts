import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { weekApprovalMachine } from './week-approval.machine.ts'

export const texts = {
  events: {
    'days.show': 'The calendar shows days',
    'day.toggle': 'Check or uncheck a day',
    'approval.save': 'Save',
    'approval.confirm': 'Confirm',
    'approval.cancel': 'Cancel',
    'notice.dismiss': 'OK',
  },
  guards: {
    isOpenDay: 'the day can be approved',
    hasRefusals: 'some days were refused',
    hasPending: 'a day is checked',
    hasMessage: 'the server said why',
  },
  actions: {
    showDays: 'show the days',
    toggleDay: 'check or uncheck the day',
    keepRefusals: 'keep the reasons',
    dropPending: 'uncheck all days',
    markApproved: 'mark the days as approved',
    clearNotice: 'clear the message',
    keepFailure: "keep the server's message",
    tellChanged: 'reload the calendar',
  },
  calls: {
    approveDays: { does: 'approve the days', done: 'The server answered', error: 'The days were not approved' },
  },
} satisfies ChartTexts<typeof weekApprovalMachine>
