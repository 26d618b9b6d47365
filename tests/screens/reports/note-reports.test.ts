/** The note reports: every provider's notes for administrators, their own for providers. */
import { expect, test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { noteSample, providerNoteSample } from '#tests/support/reports/note-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'

const portal = usePortal()

test("shows administrators every provider's notes", async () => {
  await reportPage(portal, noteSample).openChecked()
})

test('shows a provider the notes of a row alone, and hides school and student for notes on days', async () => {
  const page = await reportPage(portal, providerNoteSample).openChecked()
  const asked = page.waitForRequest('**/provider-notes-detail')
  await page.getByRole('button', { name: 'View Student Note, Paul Provider, Lincoln, No student' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ noteTypeId: 2, schoolId: 1, isWithoutStudent: true })
  const dialog = page.getByRole('dialog', { name: 'Student Note Report' })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  const school = page.getByRole('combobox', { name: 'School' })
  await school.waitFor()
  await page.getByRole('combobox', { name: 'Note Type' }).click()
  await page.getByRole('option', { name: 'Day Note' }).click()
  await page.getByRole('heading', { name: 'Day Note Report', exact: true }).waitFor()
  expect([await school.count(), await page.getByRole('combobox', { name: 'Student' }).count()]).toEqual([0, 0])
  expect(new URL(page.url()).searchParams.get('noteTypeId')).toBe('1')
})
