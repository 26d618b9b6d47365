/** Mistakes in screens and in the calls of services, which a browser run must catch. */
import { type Mistake, mistakesIn } from './mistake.ts'

export const mistakes: readonly Mistake[] = [
  ...mistakesIn({ file: 'src/screens/schedule/event-details-dialog.tsx', fails: 'schedule/event-modal' }, [
    {
      name: 'reject-button-approves',
      kind: 'screen',
      text: 'onClick={() => modal.send({ type })}',
      replacement: "onClick={() => modal.send({ type: type === 'edit.reject' ? 'edit.approve' : type })}",
      harm: 'Reject approves the change.',
    },
    {
      name: 'edit-buttons-swapped',
      kind: 'screen',
      text: 'onClick={() => modal.send({ type })}',
      replacement: "onClick={() => modal.send({ type: type === 'series.edit' ? 'occurrence.edit' : type })}",
      harm: 'Edit Series opens one occurrence.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/day-actors.ts', fails: 'schedule/event-modal' }, [
    {
      name: 'approve-calls-reject',
      kind: 'service',
      text: "case 'approve':\n        return client.call(approveScheduleEventRecurrence, { body: { ...body, seenKey } })",
      replacement: "case 'approve':\n        return client.call(rejectScheduleEventRecurrence, { body })",
      harm: 'Approve rejects the change.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/day-actors.ts', fails: 'schedule/timesheet-row' }, [
    {
      name: 'confirm-only-saves',
      kind: 'service',
      text: 'saveTimesheet: saveHours(client, true),',
      replacement: 'saveTimesheet: saveHours(client, false),',
      harm: 'Confirmed hours stay unconfirmed.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/day-actors.ts', fails: 'schedule/timesheet-modal' }, [
    {
      name: 'dialog-confirms-hours',
      kind: 'service',
      text: 'saveTimesheet: saveHours(client, false) },',
      replacement: 'saveTimesheet: saveHours(client, true) },',
      harm: 'Hours that an administrator adds count as confirmed by the provider.',
    },
    {
      name: 'session-hours-without-key',
      kind: 'service',
      text: 'timesheetCacheKey: timesheet.entityCacheKey,',
      replacement: 'timesheetCacheKey: session.entityCacheKey,',
      harm: 'Update Timesheet is refused as out of date, or overwrites hours unseen.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/day-actors.ts', fails: 'schedule/feedback' }, [
    {
      name: 'student-labels-on-session',
      kind: 'service',
      text: 'const LABEL_CALLS = { session: updateRecurrenceFeedback, student: updateRecurrenceStudentFeedback }',
      replacement:
        'const LABEL_CALLS = { session: updateRecurrenceStudentFeedback, student: updateRecurrenceFeedback }',
      harm: 'The labels of a student are saved for the whole session.',
    },
    {
      name: 'labels-seen-are-own',
      kind: 'service',
      text: 'seen: { trackingLabels: seen.join() }',
      replacement: 'seen: { trackingLabels: labels.join() || seen.join() }',
      harm: 'Every change of labels is refused as a conflict.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/home/feedback-controls.tsx', fails: 'schedule/feedback' }, [
    {
      name: 'one-label-only',
      kind: 'screen',
      text: "actor.send({ type: 'labels.choose', labels: next })",
      replacement: "actor.send({ type: 'labels.choose', labels: next.slice(-1) })",
      harm: 'Choosing a label removes the others.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/day-actors.ts', fails: 'schedule/week-approval' }, [
    {
      name: 'other-id-approved',
      kind: 'service',
      text: '({ id: occurrenceId, recurrenceDate: date })',
      replacement: '({ id: occurrenceId + 1, recurrenceDate: date })',
      harm: "Another provider's day is approved.",
    },
  ]),
  ...mistakesIn({ file: 'src/screens/home/approval-dialogs.tsx', fails: 'schedule/week-approval' }, [
    {
      name: 'approval-cancel-confirms',
      kind: 'screen',
      text: "onCancel={() => approval.send({ type: 'approval.cancel' })}",
      replacement: "onCancel={() => approval.send({ type: 'approval.confirm' })}",
      harm: 'Cancel approves the days.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/session-form-actors.ts', fails: 'schedule/session-deletion' }, [
    {
      name: 'deletion-scope',
      kind: 'service',
      text: "target.scope === 'series'\n    ? client.call(deleteScheduleEventSeries",
      replacement: "target.scope === 'occurrence'\n    ? client.call(deleteScheduleEventSeries",
      harm: 'Deleting one session deletes its series.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/deletion-dialogs.tsx', fails: 'schedule/session-deletion' }, [
    {
      name: 'deletion-cancel-deletes',
      kind: 'screen',
      text: "onCancel={() => deletion.send({ type: 'deletion.cancel' })}",
      replacement: "onCancel={() => deletion.send({ type: 'deletion.confirm' })}",
      harm: 'Cancel deletes the session.',
    },
    {
      name: 'deletion-question-scope',
      kind: 'screen',
      text: "target.scope === 'series' ?",
      replacement: "target.scope !== 'series' ?",
      harm: 'The question about a series speaks of one session.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/session-form-actors.ts', fails: 'schedule/stored-session' }, [
    {
      name: 'occurrence-read-as-series',
      kind: 'service',
      text: "return scope === 'occurrence'",
      replacement: "return scope === 'series'",
      harm: 'Edit loads the series instead of the occurrence.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/session-form-actors.ts', fails: 'schedule/session-saving' }, [
    {
      name: 'change-from-today',
      kind: 'service',
      text: '...(changeFromDate && { changeFromDate }),',
      replacement: '...(!changeFromDate && { changeFromDate }),',
      harm: 'A series changes from today on, not from the chosen day.',
    },
    {
      name: 'reread-as-occurrence',
      kind: 'service',
      text: "const scope = purpose === 'editOccurrence' ? 'occurrence' : 'series'",
      replacement: "const scope = purpose === 'editSeries' ? 'occurrence' : 'series'",
      harm: 'After a conflict, saving again always fails.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/session-form/saving-dialogs.tsx', fails: 'schedule/session-saving' }, [
    {
      name: 'preview-back-saves',
      kind: 'screen',
      text: "onBack={() => saving.send({ type: 'preview.back' })}",
      replacement: "onBack={() => saving.send({ type: 'preview.confirm' })}",
      harm: 'Back stores the session.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/session-form/session-form.tsx', fails: 'schedule/session-form' }, [
    {
      name: 'keep-editing-leaves',
      kind: 'screen',
      text: "onNo={() => actor.send({ type: 'cancel.dismiss' })}",
      replacement: "onNo={() => actor.send({ type: 'cancel.confirm' })}",
      harm: 'No discards the entries.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/use-session-move.tsx', fails: 'schedule/session-move' }, [
    {
      name: 'moved-times-swapped',
      kind: 'screen',
      text: 'to: { date, startTime: start, endTime: end }',
      replacement: 'to: { date, startTime: end, endTime: start }',
      harm: 'Every move is refused.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/schedule/session-form-actors.ts', fails: 'schedule/session-move' }, [
    {
      name: 'move-makes-series',
      kind: 'service',
      text: 'isSingleEventRecurrence: true }),',
      replacement: 'isSingleEventRecurrence: false }),',
      harm: 'The server takes the moved session for a series.',
    },
  ]),
  ...mistakesIn({ file: 'src/machines/schedule/session-move.machine.ts', fails: 'schedule/session-move' }, [
    {
      name: 'move-jumps-back',
      kind: 'screen',
      text: 'times: stays ? timesOf(event) : to,',
      replacement: 'times: stays ? to : timesOf(event),',
      harm: 'A moved session jumps back until the calendar reloads.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/calendar-feed-button.tsx', fails: 'schedule/calendar-feed' }, [
    {
      name: 'stop-sharing-replaces',
      kind: 'screen',
      text: "onClick={() => actor.send({ type: 'feed.revoke' })}",
      replacement: "onClick={() => actor.send({ type: 'feed.replace' })}",
      harm: 'Stop sharing creates a new address.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/calendar-toolbar.tsx', fails: 'schedule/calendar' }, [
    {
      name: 'next-goes-back',
      kind: 'screen',
      text: "onNext={() => calendar.send({ type: 'date.next' })}",
      replacement: "onNext={() => calendar.send({ type: 'date.previous' })}",
      harm: 'Next shows the week before.',
    },
  ]),
  ...mistakesIn({ file: 'src/machines/schedule/span-body.ts', fails: 'schedule/calendar' }, [
    {
      name: 'span-swapped',
      kind: 'service',
      text: 'fromDateTime: from,\n  toDateTime: to,',
      replacement: 'fromDateTime: to,\n  toDateTime: from,',
      harm: 'The week has no sessions.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/hours-fields.tsx', fails: 'schedule/timesheet-row' }, [
    {
      name: 'end-field-sends-start',
      kind: 'screen',
      text: "row.send({ type: 'end.choose', time: chosen })",
      replacement: "row.send({ type: 'start.choose', time: chosen })",
      harm: 'Choosing the end changes the start.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/timesheet-dialog.tsx', fails: 'schedule/timesheet-modal' }, [
    {
      name: 'hours-cancel-saves',
      kind: 'screen',
      text: "disabled={isBusy} onClick={() => row.send({ type: 'row.cancel' })}",
      replacement: "disabled={isBusy} onClick={() => row.send({ type: 'row.save' })}",
      harm: 'Cancel saves the hours.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/time-off/pto-record-screen.tsx', fails: 'time-off/pto-review' }, [
    {
      name: 'reject-requests-accepts',
      kind: 'screen',
      text: "onClick={() => review.send({ type: 'answer.reject' })}",
      replacement: "onClick={() => review.send({ type: 'answer.accept' })}",
      harm: 'Reject accepts the requests.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/time-off/time-off-workflows.ts', fails: 'time-off/pto-review' }, [
    {
      name: 'note-not-sent',
      kind: 'service',
      text: 'notes: note }',
      replacement: 'notes: note.slice(0, 1) }',
      harm: 'The provider reads one letter of the reason.',
    },
    {
      name: 'one-request-answered',
      kind: 'service',
      text: "ids: requests.map(({ id }) => id).join(','),",
      replacement: 'ids: String(requests[0]?.id),',
      harm: 'Only one of the selected requests is answered.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/billing/lock-out-dialog.tsx', fails: 'billing/lock-out' }, [
    {
      name: 'cancel-forces',
      kind: 'screen',
      text: "onCancel={() => actor.send({ type: 'force.cancel' })}",
      replacement: "onCancel={() => actor.send({ type: 'force.confirm' })}",
      harm: 'Cancel locks the period by force.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/billing/close-out-screen.tsx', fails: 'billing/close-out' }, [
    {
      name: 'retry-only-refreshes',
      kind: 'screen',
      text: "onRetry={() => actor.send({ type: 'closeOut.retry' })}",
      replacement: "onRetry={() => actor.send({ type: 'closeOut.refresh' })}",
      harm: 'Try again does nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/billing/invoice-preview.tsx', fails: 'billing/generate-invoice' }, [
    {
      name: 'preview-retry-closes',
      kind: 'screen',
      text: "onRetry={() => actor.send({ type: 'preview.retry' })}",
      replacement: "onRetry={() => actor.send({ type: 'dialog.close' })}",
      harm: 'Try again does nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/providers/hand-over-undo.tsx', fails: 'people/hand-over' }, [
    {
      name: 'cancel-undoes',
      kind: 'screen',
      text: "onCancel={() => page.send({ type: 'undo.cancel' })}",
      replacement: "onCancel={() => page.send({ type: 'undo.confirm' })}",
      harm: 'Cancel undoes the hand-over.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/people/role-dialog.tsx', fails: 'people/permissions' }, [
    {
      name: 'cancel-takes-own-page',
      kind: 'screen',
      text: "onCancel={() => permissions.send({ type: 'loss.cancel' })}",
      replacement: "onCancel={() => permissions.send({ type: 'loss.confirm' })}",
      harm: 'Cancel takes the page from the one who clicks.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/people/people-workflows.ts', fails: 'people/permissions' }, [
    {
      name: 'roles-sent-as-they-were',
      kind: 'service',
      text: 'isActive: roleIds.includes(role.id),',
      replacement: 'isActive: role.isActive && roleIds.length > 0,',
      harm: 'Submit changes nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/session/sign-in-screen.tsx', fails: 'session/sign-in' }, [
    {
      name: 'refusal-on-other-field',
      kind: 'screen',
      text: 'error={problems.password ?? refusals.password}',
      replacement: 'error={problems.password ?? refusals.username}',
      harm: 'A wrong password is not shown.',
    },
    {
      name: 'password-typing-clears-username',
      kind: 'screen',
      text: "onChange={() => edit('password')}",
      replacement: "onChange={() => edit('username')}",
      harm: 'The message about the password stays while a new one is typed.',
    },
    {
      name: 'provider-forgets-to-keep-signed-in',
      kind: 'screen',
      text: "'identityProvider.choose', isRememberMe: entriesOf(form.current).rememberme",
      replacement: "'identityProvider.choose', isRememberMe: false",
      harm: "'Keep me logged in' does nothing with the identity provider.",
    },
    {
      name: 'provider-refusal-not-shown',
      kind: 'screen',
      text: 'notice !== null &&',
      replacement: 'false &&',
      harm: 'A provider that is down says nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/session/forgot-password-dialog.tsx', fails: 'session/forgot-password' }, [
    {
      name: 'link-refusal-not-shown',
      kind: 'screen',
      text: 'error={form.errors.email ?? snapshot.context.refusal}',
      replacement: 'error={form.errors.email}',
      harm: 'A refused request says nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/session/recover-password-screen.tsx', fails: 'session/recover-password' }, [
    {
      name: 'recovery-stays-on-page',
      kind: 'screen',
      text: "navigate('/', { replace: true })",
      replacement: 'undefined',
      harm: 'The page stays after OK.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/session/change-password-screen.tsx', fails: 'session/change-password' }, [
    {
      name: 'wrong-password-not-marked',
      kind: 'screen',
      text: 'error={form.errors.oldPassword ?? wrongOld}',
      replacement: 'error={form.errors.oldPassword}',
      harm: 'A wrong current password is not shown.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/session/session-calls.ts', fails: 'session/session' }, [
    {
      name: 'access-of-user-id',
      kind: 'service',
      text: "{ role }: Session, signal: AbortSignal): Promise<UserAccess> =>\n  client.call(getRoleAccess, { body: { id: requireValue(role[0], 'The role').id } }",
      replacement:
        '{ userId }: Session, signal: AbortSignal): Promise<UserAccess> =>\n  client.call(getRoleAccess, { body: { id: userId } }',
      harm: 'The user gets the screens of another role.',
    },
  ]),
  ...mistakesIn({ file: 'src/services/session/keep-session.ts', fails: 'session/session' }, [
    {
      name: 'access-kept-as-session',
      kind: 'service',
      text: 'keep(ACCESS_KEY, command.userAccess)',
      replacement: 'keep(SESSION_KEY, command.userAccess)',
      harm: 'A reload signs the user out.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/import/import-calls.ts', fails: 'documents/import' }, [
    {
      name: 'import-sends-all-rows',
      kind: 'service',
      text: 'goodRowsOnly: String(goodRowsOnly),',
      replacement: 'goodRowsOnly: String(!goodRowsOnly),',
      harm: 'An import that skips problem rows is always refused.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/import/import-dialog.tsx', fails: 'documents/import' }, [
    {
      name: 'import-cancel-imports',
      kind: 'screen',
      text: "onCancel={() => flow.send({ type: 'import.cancel' })}\n          onConfirm={() => flow.send({ type: 'import.confirm' })}",
      replacement:
        "onCancel={() => flow.send({ type: 'import.confirm' })}\n          onConfirm={() => flow.send({ type: 'import.confirm' })}",
      harm: 'Cancel imports the good rows.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/form/upload-dialog.tsx', fails: 'documents/upload' }, [
    {
      name: 'remove-file-closes',
      kind: 'screen',
      text: "onRemove={() => upload.send({ type: 'file.remove' })}",
      replacement: "onRemove={() => upload.send({ type: 'upload.close' })}",
      harm: 'Removing the file closes the dialog.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/form/record-dialog.tsx', fails: 'common/record-form' }, [
    {
      name: 'form-no-discards',
      kind: 'screen',
      text: "onNo={() => form.send({ type: 'close.dismiss' })}",
      replacement: "onNo={() => form.send({ type: 'close.confirm' })}",
      harm: 'No discards the entries.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/form/record-page.tsx', fails: 'common/record-form' }, [
    {
      name: 'form-page-changes-unnoticed',
      kind: 'screen',
      text: "onValuesChange: () => actor.send({ type: 'form.change' }),",
      replacement: 'onValuesChange: () => {},',
      harm: 'Cancel discards entries without a question.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/list/row-action.tsx', fails: 'common/confirm-action' }, [
    {
      name: 'row-cancel-deletes',
      kind: 'screen',
      text: "onCancel={() => action.send({ type: 'action.cancel' })}",
      replacement: "onCancel={() => action.send({ type: 'action.confirm' })}",
      harm: 'Cancel deletes the record.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/list/paged-table.tsx', fails: 'common/paged-list' }, [
    {
      name: 'page-off-by-one',
      kind: 'screen',
      text: "list.send({ type: 'page.choose', page: chosen })",
      replacement: "list.send({ type: 'page.choose', page: chosen + 1 })",
      harm: 'Page 2 shows page 3.',
    },
    {
      name: 'list-retry-first-page',
      kind: 'screen',
      text: "onRetry={() => list.send({ type: 'list.reload' })}",
      replacement: "onRetry={() => list.send({ type: 'list.refresh' })}",
      harm: 'Try again goes back to the first page.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/details/details-dialog.tsx', fails: 'common/details' }, [
    {
      name: 'details-retry-closes',
      kind: 'screen',
      text: "onRetry={() => dialog.send({ type: 'details.retry' })}",
      replacement: "onRetry={() => dialog.send({ type: 'details.close' })}",
      harm: 'Try again closes the dialog.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schedule/print-menu.tsx', fails: 'common/download' }, [
    {
      name: 'first-week-printed',
      kind: 'screen',
      text: 'start(queryOf(calendar.getSnapshot().context))',
      replacement:
        'start(queryOf({ ...calendar.getSnapshot().context, date: calendar.getSnapshot().context.today() }))',
      harm: 'The PDF is always of this week.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/schools/school-wizard-screen.tsx', fails: 'master-data/school-wizard' }, [
    {
      name: 'wizard-save-cancels',
      kind: 'screen',
      text: 'wizard.send({ type: wasSaved ?',
      replacement: 'wizard.send({ type: !wasSaved ?',
      harm: 'After Save the page leaves, and Cancel goes on.',
    },
  ]),
  ...mistakesIn({ file: 'src/workflows/page/chart-toolbar.tsx', fails: 'workflows/chart-viewer' }, [
    {
      name: 'naming-switched',
      kind: 'screen',
      text: "naming: checked ? 'code' : 'words'",
      replacement: "naming: checked ? 'words' : 'code'",
      harm: 'The switch to the names in the code does nothing.',
    },
  ]),
  ...mistakesIn({ file: 'src/screens/time-off/pto-requests-screen.tsx', fails: 'time-off/pto-request' }, [
    {
      name: 'own-request-not-editable',
      kind: 'screen',
      text: "{ by: 'Providers', isOwn: true, hasBegun }",
      replacement: "{ by: 'Providers', isOwn: false, hasBegun }",
      harm: 'Providers can neither edit nor withdraw their requests.',
    },
  ]),
  ...mistakesIn({ file: 'src/machines/schedule/stored-session.machine.ts', fails: 'schedule/session-form-stored' }, [
    {
      name: 'occurrence-edited-as-series',
      kind: 'screen',
      text: "return scope === 'occurrence' ? 'editOccurrence' : 'editSeries'",
      replacement: "return scope === 'occurrence' ? 'editSeries' : 'editOccurrence'",
      harm: 'Edit changes the whole series.',
    },
  ]),
]
