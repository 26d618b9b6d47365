import { expect, test } from 'vitest'
import { documentFormSchema } from './document-form.ts'

const problemsOf = (kind: 'all' | 'own', changed: object) => {
  const valid = { templateTypeId: 1, providerId: 1, documentName: 'License' }
  const dates = { hasExpiryDate: false, expiryDate: null }
  return documentFormSchema(kind)
    .safeParse({ ...valid, ...dates, ...changed })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('the form of a document asks for what the spec does, in its words', () => {
  expect(problemsOf('all', {})).toBeUndefined()
  expect(problemsOf('own', {})).toBeUndefined()
  expect(problemsOf('all', { templateTypeId: null, providerId: null, documentName: '' })).toEqual([
    'templateTypeId: Please Select Template',
    'providerId: Please Select Provider',
    'documentName: Enter Document Name',
  ])
  expect(problemsOf('own', { templateTypeId: null })).toEqual(['templateTypeId: Select Template.'])
  expect(problemsOf('own', { hasExpiryDate: true })).toEqual(['expiryDate: Please Select Expiry Date'])
  expect(problemsOf('own', { hasExpiryDate: true, expiryDate: '2027-02-30' })).toEqual(['expiryDate: Enter Valid Date'])
})
