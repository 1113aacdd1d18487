import { expect, test } from 'vitest'
import { describeRelease } from '../scripts/release.ts'

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const options = { version: '1.2.3', entry: 'secure-payment.js' }
/** The example of https://www.w3.org/TR/SRI/#integrity-metadata-description: `alert('Hello, world.');`. */
const PUBLISHED = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'

test('Files are hashed as the Subresource Integrity specification requires', () => {
  const files = new Map([['secure-payment.js', text("alert('Hello, world.');")]])
  expect(describeRelease(options, files).integrity).toEqual({ 'secure-payment.js': PUBLISHED })
})

test('A release is named after its content, regardless of the order of its files', () => {
  const entry = ['secure-payment.js', text('entry')] as const
  const chunk = ['evm-1.js', text('chunk')] as const
  const { folder } = describeRelease(options, new Map([entry, chunk]))
  expect(folder).toMatch(/^1\.2\.3-[0-9a-f]{8}$/)
  expect(describeRelease(options, new Map([chunk, entry])).folder).toBe(folder)
  const other = describeRelease(options, new Map([entry, ['evm-1.js', text('chunk.')]]))
  expect(other.folder).not.toBe(folder)
})

test('A bundle without its entry is rejected', () => {
  expect(() => describeRelease(options, new Map([['evm-1.js', text('chunk')]]))).toThrow(
    'The bundle has no secure-payment.js.',
  )
})
