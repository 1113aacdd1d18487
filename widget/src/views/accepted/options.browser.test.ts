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

test.each([
  ['9999.999952591934769527', '9999.9999'],
  ['1204.5', '1204.5'],
  ['0.000012345678', '0.00001234'],
  ['0.41', '0.41'],
  ['0', '0'],
])('a balance of %s is cut to %s', (balance, shown) => {
  expect(cutBalance(balance)).toBe(shown)
})
