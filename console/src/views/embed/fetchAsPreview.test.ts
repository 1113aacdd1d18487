import { afterEach, expect, test, vi } from 'vitest'
import { fetchAsPreview } from './fetchAsPreview.ts'

afterEach(() => vi.unstubAllGlobals())

test('Only the read that opens a payment is marked as a preview', async () => {
  const urls: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    urls.push(url)
    return new Response()
  })
  const payment = 'https://pay.example.test/v2/secure-payments/01KB52A1B2C3D4E5F6G7H8J9KA'
  for (const url of [`${payment}?completed=show`, `${payment}/pay?wallet=0x1`, payment]) {
    await fetchAsPreview(url, { method: 'GET' })
  }
  expect(urls).toEqual([
    `${payment}?completed=show&preview=true`,
    `${payment}/pay?wallet=0x1`,
    payment,
  ])
})
