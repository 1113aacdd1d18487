import { expect, it } from 'vitest'
import { within } from './within.ts'

it('within returns or rejects like its promise if the promise settles in time', async () => {
  expect(await within(Promise.resolve('answer'), 60_000)).toBe('answer')
  await expect(within(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken')
})

it('within returns null after the timeout, regardless of the later result', async () => {
  const late = Promise.withResolvers<string>()
  expect(await within(late.promise, 1)).toBeNull()
  late.reject(new Error('too late to matter'))
})
