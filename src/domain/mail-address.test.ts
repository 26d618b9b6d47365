import { expect, test } from 'vitest'
import { addressInMail, mailAddressOf } from './mail-address.ts'

test.each(['/', '/pto-record', '/pto-record?providerIds=1&page=2'])('%s is found again in its mail address', (href) => {
  expect(addressInMail(mailAddressOf(href))).toBe(href)
})

test.each(['/', '/pto-record?status=1', '/pto-record?via=email2', '/via=email'])('%s is in no mail', (href) => {
  expect(addressInMail(href)).toBeUndefined()
})
