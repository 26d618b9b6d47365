/** Every step of a history, and the writes that none of them makes, with the reason. */
import { api, type EndpointName } from '#contract/api.ts'
import { isWrite } from '#contract/writes.ts'
import { billingSteps } from './billing-steps.ts'
import { hoursSteps } from './hours-steps.ts'
import { masterSteps } from './master-steps.ts'
import { peopleSteps } from './people-steps.ts'
import { scheduleSteps } from './schedule-steps.ts'
import type { Step } from './step.ts'
import { timeOffSteps } from './time-off-steps.ts'

const all = {
  ...scheduleSteps,
  ...hoursSteps,
  ...billingSteps,
  ...masterSteps,
  ...peopleSteps,
  ...timeOffSteps,
}
export type StepName = keyof typeof all
export const STEPS: Readonly<Record<StepName, Step>> = all

/** Steps that histories leave out: they still reach days that are locked. */
export const UNGUARDED: readonly StepName[] = ['change the organization', 'import']

const REASONS = {
  accounts: 'It changes how someone signs in, or what they may open.',
  documents: 'It keeps a file, or asks for one.',
  own: "It keeps someone's own links, filters or news.",
  mail: 'It sends again what was written before.',
  printed: 'It is printed, and nothing is computed with it.',
} as const

/** Writes that no figure is computed from. */
const EXCUSED: Partial<Record<EndpointName, keyof typeof REASONS>> = {
  passwordRecoveryConfirm: 'accounts',
  changePassword: 'accounts',
  endSession: 'accounts',
  resetSignInMethods: 'accounts',
  updateRoleMappings: 'accounts',
  changeUserRole: 'accounts',
  activateUser: 'accounts',
  unlinkIdentity: 'accounts',
  resendInvitation: 'accounts',
  inviteProviders: 'accounts',
  resetProviderPassword: 'accounts',
  uploadDocument: 'documents',
  deleteDocument: 'documents',
  restoreDocument: 'documents',
  askAcknowledgment: 'documents',
  withdrawAcknowledgment: 'documents',
  acceptDocument: 'documents',
  startLetterRun: 'documents',
  addTemplate: 'documents',
  updateTemplate: 'documents',
  deleteTemplate: 'documents',
  uploadTemplateFile: 'documents',
  saveReport: 'own',
  editSavedReport: 'own',
  deleteSavedReport: 'own',
  cancelReportDetails: 'own',
  deleteReportDetails: 'own',
  createCalendarFeed: 'own',
  revokeCalendarFeed: 'own',
  createChartLink: 'own',
  revokeChartLink: 'own',
  markNotificationsRead: 'own',
  markCategoryRead: 'own',
  saveMailChoices: 'own',
  dismissNews: 'own',
  sendMailAgain: 'mail',
  deleteMail: 'mail',
  uploadLogo: 'printed',
  removeLogo: 'printed',
}

const isName = (name: string): name is EndpointName => name in api

/** Writes of the contract that are neither made by a step nor excused, and those that are both. */
export const uncovered = (): { missing: EndpointName[]; needless: EndpointName[] } => {
  const made = new Set(Object.values(STEPS).flatMap(({ calls }) => calls))
  const writes = Object.keys(api)
    .filter(isName)
    .filter((name) => isWrite(api[name]))
  return {
    missing: writes.filter((name) => !made.has(name) && EXCUSED[name] === undefined),
    needless: Object.keys(EXCUSED)
      .filter(isName)
      .filter((name) => made.has(name) || !writes.includes(name)),
  }
}
