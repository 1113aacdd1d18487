import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FIXTURE_TIME_MS, mountFixture } from '../../testing/mountFixture.ts'
import { cutBalance } from '../options/options.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

type Mounted = Awaited<ReturnType<typeof mountFixture>>

/** Returns the rows in sight: `USDC on Base`. Rows in a collapsed section are not in sight. */
function rowsOf({ root }: Mounted): string[] {
  return [...root.querySelectorAll<HTMLElement>('[part="option"]')]
    .filter((row) => row.checkVisibility())
    .map((row) => row.querySelector('.line > span')?.textContent.trim() ?? '')
}

async function search({ element, root }: Mounted, query: string): Promise<void> {
  const field = root.querySelector<HTMLInputElement>('.search')
  if (!field) throw new Error('The list has no search.')
  field.value = query
  field.dispatchEvent(new Event('input'))
  await element.updateComplete
}

async function open(name: string): Promise<Mounted> {
  const mounted = await mountFixture(name)
  await expect.poll(() => rowsOf(mounted).length).toBeGreaterThan(0)
  return mounted
}

// The first test of the file, because the page keeps the icons.
test('each of two elements on a page shows the icons of its currencies', async () => {
  const both = await Promise.all(['options', 'options-poor'].map(open))
  for (const { root } of both) {
    await expect.poll(() => root.querySelectorAll('img.coin').length).toBeGreaterThan(0)
  }
})

describe('A long list of accepted currencies', () => {
  test('the list shows six payable rows, and collapses the others under their number', async () => {
    const mounted = await open('options-accepted-many')
    expect(rowsOf(mounted)).toEqual([
      'USDC on Base',
      'ETH on Arbitrum One',
      'USDT on Ethereum',
      'DAI on Optimism',
      'USDC on Polygon',
      'EURC on Base',
    ])
    const summaries = [...mounted.root.querySelectorAll('summary')].map(({ textContent }) =>
      textContent.trim(),
    )
    expect(summaries).toEqual(
      expect.arrayContaining(['More currencies (2)', 'Not enough in this wallet (2)']),
    )
    mounted.root
      .querySelector<HTMLDetailsElement>('[part="more-options"]')
      ?.setAttribute('open', '')
    expect(rowsOf(mounted)).toHaveLength(8)
  })

  test('a search finds currencies by symbol and network, including those that the wallet lacks', async () => {
    const mounted = await open('options-accepted-many')
    await search(mounted, ' usdc ETH')
    expect(rowsOf(mounted)).toEqual(['USDC on Ethereum'])
    await search(mounted, 'arbitrum')
    expect(rowsOf(mounted)).toEqual(['ETH on Arbitrum One', 'USDC on Arbitrum One'])
    await search(mounted, '')
    expect(rowsOf(mounted)).toHaveLength(6)
  })

  test('a search without a match shows a note', async () => {
    const mounted = await open('options-accepted-many')
    await search(mounted, 'dogecoin')
    expect(rowsOf(mounted)).toEqual([])
    expect(mounted.root.querySelector('[aria-live="polite"]:not([hidden])')?.textContent).toBe(
      'No currency matches “dogecoin”.',
    )
  })

  test('a short list has no search', async () => {
    const mounted = await open('options-accepted')
    expect(mounted.root.querySelector('.search')).toBeNull()
    expect(rowsOf(mounted)).toHaveLength(3)
  })
})

/** Returns the texts of the collapsed sections' headings. */
function headingsOf({ root }: Mounted): string[] {
  return [...root.querySelectorAll('.screen summary')].map(({ textContent }) => textContent.trim())
}

test('a single row is never collapsed', async () => {
  const mounted = await open('options-accepted-seven')
  expect(rowsOf(mounted)).toHaveLength(7)
  expect(headingsOf(mounted).join()).not.toContain('More currencies')
})

test('the payment’s own currency is never collapsed', async () => {
  const mounted = await open('options-accepted-own-last')
  expect(rowsOf(mounted)).toHaveLength(6)
  expect(rowsOf(mounted).at(-1)).toBe('ETH on Base')
  expect(headingsOf(mounted)).toContain('More currencies (2)')
})

test('a row’s balance and missing amount add up to its amount and network fee', async () => {
  const { root } = await open('options-accepted-coin')
  const row = [...root.querySelectorAll('[part="option"]')].at(-1)
  const text = row?.querySelector('[part="option-balance"]')?.textContent.replaceAll('\u00a0', ' ')
  // 0.032 and the fee of 0.0002 are 0.0322.
  expect(text).toBe('Balance 0.01234 ETH · 0.01986 ETH missing')
})

describe('Tokens that the payment does not accept', () => {
  test('tokens that the wallet can pay with are in sight, and the others are collapsed with what is missing', async () => {
    const mounted = await open('options-accepted-routes')
    await expect.poll(() => rowsOf(mounted)).toContain('USDC on Optimism')
    expect(rowsOf(mounted).slice(0, 2)).toEqual(['USDC on Optimism', 'USDT on Base'])
    expect(headingsOf(mounted)).toEqual(['Not enough in this wallet (4)'])
    const section = mounted.root.querySelector('[part="other-tokens"]')
    const collapsed = mounted.root.querySelector('[part="other-options"]')
    const lacks = [...(collapsed?.querySelectorAll('[part="option-balance"]') ?? [])].map(
      ({ textContent }) => textContent.replaceAll('\u00a0', ' '),
    )
    expect(lacks[0]).toBe(
      'Not enough POL for the network fee · Balance 0.0031 POL · 0.0209 POL missing',
    )
    expect(lacks.filter((text) => text.includes('missing'))).toHaveLength(4)
    expect(lacks).toContain('Balance 15 USDT · 65.40 USDT missing')
    expect(section?.textContent).not.toContain('No other token')
  })

  test('all that a poor wallet lacks is in one open list, the smallest part that is missing first', async () => {
    const mounted = await open('options-accepted-routes-poor')
    await expect.poll(() => rowsOf(mounted)).toContain('USDT on Arbitrum One')
    const parts = [...mounted.root.querySelectorAll('[part="option"]')].map((row) => {
      const [amount, have] = ['.end.name', '[part="option-balance"]'].map((selector) =>
        Number(/[\d.]+/.exec(row.querySelector(selector)?.textContent ?? '')?.[0]),
      )
      return (have ?? 0) / (amount ?? 0)
    })
    expect(mounted.root.querySelectorAll('.screen details')).toHaveLength(1)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts).toEqual(parts.toSorted((one, other) => other - one))
  })

  test.each(['options-accepted-routes-poor', 'options-accepted-routes-none'])(
    'without a token that the wallet can pay with, %s states so once',
    async (name) => {
      const mounted = await open(name)
      const section = () => mounted.root.querySelector('[part="other-tokens"]')
      await expect.poll(() => section()?.textContent).toContain('No other token in this wallet')
      expect(section()?.querySelector('h3')).toBeNull()
      expect(headingsOf(mounted)).toHaveLength(1)
    },
  )
})

test.each([
  ['9999.999952591934769527', '9999.9999'],
  ['1204.5', '1204.5'],
  ['0.000012345678', '0.00001234'],
  ['0.41', '0.41'],
  ['0', '0'],
])('a balance of %s is cut to %s', (balance, shown) => {
  expect(cutBalance(balance)).toBe(shown)
})
