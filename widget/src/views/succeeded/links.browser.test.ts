import { expect, test } from 'vitest'
import { findFixture, mountFixture } from '../../testing/mountFixture.ts'
import { findReceipt } from './findReceipt.ts'

const URL_OF = 'https://pay.example/receipts/01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

async function readActions(raw: unknown): Promise<{ labels: string[]; links: string[] }> {
  const model = findFixture('succeeded')
  const payment = model.payment && { ...model.payment, raw }
  const { element, root } = await mountFixture('succeeded', { model: { ...model, payment } })
  const actions = [...root.querySelectorAll('.actions.pair > *')]
  const labels = actions.map((one) => one.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
  const links = actions.flatMap((one) => one.getAttribute('href') ?? [])
  element.remove()
  return { labels, links }
}

test('the screen of a paid payment links to the service’s receipt and its PDF, in the payer’s language and time zone', async () => {
  const { labels, links } = await readActions({ receiptUrl: URL_OF })
  expect(labels).toEqual(['View receipt (opens in a new tab)', 'Download PDF (opens in a new tab)'])
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(links).toEqual([`${URL_OF}?lang=en`, `${URL_OF}/receipt.pdf?lang=en&zone=${zone}`])
})

test('the screen prints and saves its own receipt if the service offers none', async () => {
  const own = { labels: ['Print receipt', 'Save as JSON'], links: [] }
  expect(await readActions({})).toEqual(own)
  expect(await readActions({ receiptUrl: null })).toEqual(own)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 7, '', '//'])(
  'the element ignores %j as the address of a receipt',
  (receiptUrl) => {
    expect(findReceipt({ raw: { receiptUrl } }, 'en')).toBeNull()
  },
)
