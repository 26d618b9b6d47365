/** A student's sessions with a provider. */
import { expect, test } from 'vitest'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { studentSample } from '#tests/support/reports/student-sample.ts'

const portal = usePortal()
const { database } = portal
const { openChecked } = reportPage(portal, studentSample)

test('offers the students of the chosen school, and says if there are none', async () => {
  const page = await openChecked()
  await database().db.delete(occurrenceStudents)
  await page.goto('/report/student')
  await page.getByRole('button', { name: 'View All Details' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['School Is Required', 'Student Name Is Required.'])
  const school = page.getByRole('combobox', { name: 'School' })
  const student = page.getByRole('combobox', { name: 'Student' })
  await school.click()
  await page.getByRole('option', { name: 'Lincoln' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['Student Name Is Required.'])
  await student.click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Choose...', 'Ana Núñez', 'Bo Li'])
  await page.getByRole('option', { name: 'Bo Li' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('No Data Available').waitFor()
  await database().pool.query('update students set is_active = false where id = 3')
  await school.click()
  await page.getByRole('option', { name: 'Maple' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['Student not found'])
  expect(await student.inputValue()).toBe('Choose...')
  expect(await axeFindings(page)).toEqual([])
})
