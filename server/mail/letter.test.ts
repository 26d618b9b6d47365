import { expect, test } from 'vitest'
import { htmlOf, textOf } from './letter.ts'

const letter = {
  subject: 'Tom & "Jerry" <script>',
  lines: ['Hello <b>Tom</b>,', { label: 'Open', href: 'https://portal.example/?a=1&b="2"' }],
}

test('is the same text in both parts', () => {
  expect(textOf(letter)).toBe('Hello <b>Tom</b>,\n\nOpen:\nhttps://portal.example/?a=1&b="2"\n')
})

test('escapes everything in the HTML part', () => {
  const page = htmlOf(letter)
  expect(page).toContain('<title>Tom &amp; &quot;Jerry&quot; &lt;script&gt;</title>')
  expect(page).toContain('<p>Hello &lt;b&gt;Tom&lt;/b&gt;,</p>')
  expect(page).toContain('<a href="https://portal.example/?a=1&amp;b=&quot;2&quot;">Open</a>')
})

test('refers to nothing outside of the message', () => {
  expect(htmlOf(letter)).not.toMatch(/<(img|link|script|iframe)|url\(/i)
})
