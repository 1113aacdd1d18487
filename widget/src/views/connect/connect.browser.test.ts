import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { WalletInfo } from '../../accountInfo.ts'
import type { Model } from '../../model.ts'
import {
  FIXTURE_TIME_MS,
  findFixture,
  type MountedFixture,
  mountFixture,
} from '../../testing/mountFixture.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const WAIT = { interval: 10 }
const SHOWN = ['MetaMask', 'Rabby Wallet', 'Coinbase Wallet']

const many = findFixture('connect-many')

/** Returns the fixture `connect-many` with only its first `count` wallets. */
function withWallets(count: number): Model {
  return { ...many, wallets: many.wallets.slice(0, count) }
}

/** Reads the wallet names of the rows, in reading order. */
function readRows({ root }: Pick<MountedFixture, 'root'>): (string | undefined)[] {
  const names = root.querySelectorAll('[part="wallet"] [part="wallet-name"]')
  return [...names].map((name) => name.textContent?.trim())
}

const STRANGER = { id: 'stranger', name: 'Stranger', rdns: 'example.stranger', icon: null }
const iconsOf = ({ root }: Pick<MountedFixture, 'root'>) =>
  [...root.querySelectorAll<HTMLImageElement>('img[part="wallet-icon"]')].map(({ src }) => src)
const moreOf = ({ root }: Pick<MountedFixture, 'root'>) =>
  root.querySelector<HTMLButtonElement>('[part~="others"]')
const focused = ({ root }: Pick<MountedFixture, 'root'>) => root.activeElement?.textContent?.trim()

describe('The choice of a wallet', () => {
  test('the choice of a wallet has rows for three, and the keyboard opens the others with the focus on the first of them', async () => {
    const mounted = await mountFixture('connect-many')
    expect(readRows(mounted)).toEqual(SHOWN)
    const more = moreOf(mounted)
    expect(more?.textContent?.replace(/\s+/g, ' ').trim()).toBe('+9 Other wallets')
    expect(more?.ariaExpanded).toBe('false')
    more?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => focused(mounted), WAIT).toMatch(/Browser wallet$/)
    expect(more?.ariaExpanded).toBe('true')
    expect(readRows(mounted)).toEqual(many.wallets.map(({ name }) => name))
    await userEvent.tab()
    expect(focused(mounted)).toMatch(/Trust Wallet$/)
    await userEvent.keyboard('{Enter}')
    expect(mounted.pressed).toEqual([`connect ${JSON.stringify(many.wallets[4]?.id)}`])
    more?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => readRows(mounted), WAIT).toEqual(SHOWN)
    expect(mounted.root.activeElement).toBe(more)
  })

  test('the choice of a wallet shows no link to other wallets when there are none', async () => {
    const mounted = await mountFixture('connect-many', { model: withWallets(3) })
    expect(readRows(mounted)).toEqual(SHOWN)
    expect(moreOf(mounted)).toBeNull()
    expect(mounted.root.querySelector('[part~="phone"]')).not.toBeNull()
  })

  test('the choice of a wallet shows the phone directly below the wallets, and the free space below the phone', async () => {
    const { root } = await mountFixture('connect-many', { model: withWallets(1) })
    const boxOf = (selector: string) => root.querySelector(selector)?.getBoundingClientRect()
    const wallet = boxOf('[part="wallet"]')
    const phone = boxOf('[part~="phone"]')
    expect((phone?.top ?? 0) - (wallet?.bottom ?? 0)).toBeLessThan(16)
    expect((boxOf('.assurance')?.top ?? 0) - (phone?.bottom ?? 0)).toBeGreaterThan(60)
  })

  test('a wallet that announces itself late has a row below the phone', async () => {
    const mounted = await mountFixture('connect-many', { model: withWallets(1) })
    await mounted.show(withWallets(2))
    const rows = [...mounted.root.querySelectorAll('.choice')]
    expect(
      rows.map((row) => row.querySelector('[part="wallet-name"]')?.textContent?.trim()),
    ).toEqual(['MetaMask', 'Phone wallet', 'Rabby Wallet'])
  })

  test('a Safe around the page has the first row even if it announces itself late', async () => {
    const mounted = await mountFixture('connect-many', { model: withWallets(1) })
    const safe = { id: 'global.safe', name: 'Safe', rdns: 'global.safe', icon: null } as const
    const found = { ...safe, isLegacy: false, isLastUsed: false, kind: 'safe' } as const
    await mounted.show({ ...many, wallets: [found, ...many.wallets.slice(0, 2)] })
    const rows = [...mounted.root.querySelectorAll('.choice')]
    expect(
      rows.map((row) => row.querySelector('[part="wallet-name"]')?.textContent?.trim()),
    ).toEqual(['Safe', 'MetaMask', 'Phone wallet', 'Rabby Wallet'])
  })

  test('the choice among seven wallets has a search field, which works by keyboard', async () => {
    const mounted = await mountFixture('connect-many')
    const search = () => mounted.root.querySelector<HTMLInputElement>('.search')
    expect(search()).toBeNull()
    moreOf(mounted)?.click()
    await expect.poll(search, WAIT).not.toBeNull()
    expect(search()?.ariaLabel).toBe('Search wallets')
    search()?.focus()
    await userEvent.keyboard('ZER')
    await expect.poll(() => readRows(mounted), WAIT).toEqual(['Zerion'])
    expect(mounted.root.activeElement).toBe(search())
    await userEvent.keyboard('x')
    await expect.poll(() => readRows(mounted), WAIT).toEqual([])
    const status = [...mounted.root.querySelectorAll('[aria-live="polite"]')].map(
      (one) => one.textContent,
    )
    expect(status).toContain('No wallet matches “ZERx”.')
    await userEvent.keyboard('{Backspace}')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(mounted.pressed).toEqual([`connect ${JSON.stringify(many.wallets[7]?.id)}`])
  })

  test('the choice among six wallets has no search field', async () => {
    const mounted = await mountFixture('connect-many', { model: withWallets(6) })
    moreOf(mounted)?.click()
    await expect.poll(() => readRows(mounted), WAIT).toHaveLength(6)
    // The chunk with the search has loaded once a well-known wallet has its icon.
    const plain: WalletInfo = { ...STRANGER, rdns: 'io.rabby', isLegacy: true, isLastUsed: false }
    await mounted.show({ ...many, wallets: [plain] })
    await expect.poll(() => iconsOf(mounted), WAIT).toHaveLength(1)
    expect(mounted.root.querySelector('.search')).toBeNull()
  })

  test('a wallet without an icon has the well-known one for its name, and otherwise its first letter', async () => {
    const plain = many.wallets.map((wallet) => ({ ...wallet, icon: null }))
    const stranger: WalletInfo = { ...STRANGER, isLegacy: true, isLastUsed: false }
    const mounted = await mountFixture('connect-many', {
      model: { ...many, wallets: [...plain.slice(0, 2), stranger] },
    })
    await expect.poll(() => iconsOf(mounted), WAIT).toHaveLength(2)
    for (const icon of iconsOf(mounted)) expect(icon).toMatch(/^data:image\/svg\+xml,/)
    const letters = mounted.root.querySelectorAll('[part="wallets"] .monogram:not(:has(svg))')
    expect([...letters].map((letter) => letter.textContent?.trim())).toEqual(['S'])
  })

  test('a payer without a wallet gets links to wallets for the payment’s network, which the page’s list limits', async () => {
    const linksOf = async (attributes: Readonly<Record<string, string>>) => {
      const { root } = await mountFixture('connect-none', {
        attributes: { 'pay-url': '', ...attributes },
      })
      const links = () => [...root.querySelectorAll<HTMLAnchorElement>('.links a')]
      await expect.poll(links, WAIT).not.toEqual([])
      return links()
    }
    const all = await linksOf({})
    expect(all).toHaveLength(17)
    for (const { rel, target, referrerPolicy, protocol } of all) {
      expect({ rel, target, referrerPolicy, protocol }).toEqual({
        rel: 'noopener noreferrer',
        target: '_blank',
        referrerPolicy: 'no-referrer',
        protocol: 'https:',
      })
    }
    const some = await linksOf({ wallets: 'io.rabby io.metamask' })
    expect(some.map(({ href }) => href)).toEqual([
      'https://rabby.io/',
      'https://metamask.io/download',
    ])
  })

  test('the choice of a wallet links to the other wallets when no phone can be reached', async () => {
    const mounted = await mountFixture('connect-many', { attributes: { 'pay-url': '' } })
    expect(mounted.root.querySelector('[part~="phone"]')).toBeNull()
    moreOf(mounted)?.click()
    await expect.poll(() => readRows(mounted), WAIT).toHaveLength(12)
  })

  test.each([416, 320])(
    'the choice of a wallet keeps its layout when wallets announce themselves late, %i px wide',
    async (width) => {
      const mounted = await mountFixture('connect-many', { model: withWallets(1) })
      mounted.element.style.inlineSize = `${width}px`
      const { root, element } = mounted
      const places = () =>
        ['#heading', '[part~="phone"]', '.assurance', '.assurance + .line', '[part~="card"]'].map(
          (selector) => {
            const { top = 0, bottom = 0 } =
              root.querySelector(selector)?.getBoundingClientRect() ?? {}
            // The phone's row has a different height where its text wraps; its position does not change.
            return selector.includes('card') ? bottom : top
          },
        )
      const before = places()
      expect(before.every((place) => place > 0)).toBe(true)
      for (const count of [2, 3, 4, 12]) {
        await mounted.show(withWallets(count))
        expect(places(), `${count} wallets`).toEqual(before)
      }
      expect(element.scrollWidth).toBeLessThanOrEqual(width)
    },
  )
})

describe('The amount', () => {
  test.each([
    ['unavailable-cancelled', null],
    ['unavailable-expired', null],
    ['connect-one', 'To pay'],
  ])('the amount of %s has the label %s', async (name, label) => {
    const { root } = await mountFixture(name)
    const block = root.querySelector('.amount-block')
    expect(block?.querySelector(':scope > .muted:not(.facts)')?.textContent ?? null).toBe(label)
    expect(block?.querySelector('.amount')).not.toBeNull()
    // A payment that cannot be paid names neither its network nor its currency.
    expect(/Base Sepolia/.test(block?.textContent ?? '')).toBe(label !== null)
  })

  test('the amount keeps its label while the service does not respond', async () => {
    const model = findFixture('unavailable-cancelled')
    const { root } = await mountFixture('unavailable-cancelled', {
      model: { ...model, unavailable: { reason: 'server', retryAt: null } },
    })
    expect(root.querySelector('.amount-block .muted')?.textContent).toBe('To pay')
  })
})

describe('WalletConnect', () => {
  const PROJECT = { 'walletconnect-project-id': 'story' }
  const tabsOf = async (attributes: Readonly<Record<string, string>>) => {
    const { root } = await mountFixture('connect-none', {
      attributes: { ...PROJECT, ...attributes },
    })
    await expect.poll(() => root.querySelector('#way'), WAIT).not.toBeNull()
    return [...root.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent)
  }

  test.each([
    {},
    { wallets: 'io.metamask com.walletconnect' },
    { wallets: ' ' },
    { 'exclude-wallets': 'io.metamask' },
  ])('WalletConnect is offered when the page allows it: %j', async (attributes) => {
    expect(await tabsOf(attributes)).toEqual(['Scan', 'WalletConnect'])
  })

  test.each([
    { wallets: 'io.metamask' },
    { 'exclude-wallets': 'com.walletconnect' },
    { wallets: 'com.walletconnect', 'exclude-wallets': 'com.walletconnect' },
  ])(
    'WalletConnect is not offered when the page’s wallet lists exclude it: %j',
    async (attributes) => {
      expect(await tabsOf(attributes)).toEqual([])
    },
  )

  test('WalletConnect offers no phone when it is excluded and there is no hosted page', async () => {
    const attributes = { ...PROJECT, 'pay-url': '', wallets: 'io.metamask' }
    const mounted = await mountFixture('connect-one', { attributes })
    expect(readRows(mounted)).toEqual(['MetaMask'])
    expect(mounted.root.querySelector('[part~="phone"]')).toBeNull()
  })
})
