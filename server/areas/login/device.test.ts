import { expect, test } from 'vitest'
import { deviceInWords } from './device.ts'

const SAFARI = 'Version/17.5 Mobile/15E148 Safari/604.1'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${SAFARI}`,
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Unknown device'],
  ['Unlock your account at http://evil.example/unlock/1.0', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('%s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})
