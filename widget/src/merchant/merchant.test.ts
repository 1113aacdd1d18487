import { OWN_COLOURS } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import type { ApiOptions } from '../api.ts'
import type { Controller } from '../controller.ts'
import { parseMetadata } from '../effects/parseMetadata.ts'
import { createMetadataReader } from '../effects/readMetadata.ts'
import type { Model } from '../model.ts'
import { paidItems } from '../steps/paidItems.ts'
import { loadOptions, loadReview } from '../steps/readPayment.ts'
import { tokens } from '../styles/tokens.ts'
import { anItem, aPayment, aRecord, PAYEE, PAYER } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession, honestCalldata } from '../testing/fakes.ts'
import { brandSheet } from './brandSheet.ts'
import { readBranding } from './readBranding.ts'
import { followTelemetry } from './telemetry.ts'

const NONE = {
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
}
const MASKED = `${PAYEE.slice(0, 6)}…${PAYEE.slice(-4)}`

describe('the colours of a branding', () => {
  it('the own colours of core are the element’s design tokens', () => {
    for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
      for (const [name, colour] of Object.entries(OWN_COLOURS[scheme])) {
        const pattern = new RegExp(`--_${name}:[^;]*light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`)
        expect(tokens.cssText.match(pattern)?.[index + 1], `${name}, ${scheme}`).toBe(colour)
      }
    }
  })

  it('the colours of a branding are tokens that the page’s own variables override', () => {
    const sheet = brandSheet({ ...NONE, primaryActionColor: '#0f6b4f' })
    expect(sheet).toMatch(/--_primary:var\(--sp-color-primary,light-dark\(#0f6b4f,#[0-9a-f]{6}\)\)/)
    expect(sheet).toMatch(/--_link:var\(--sp-color-primary,/)
    expect(sheet).toContain('--_on-primary:var(--sp-color-on-primary,')
    expect(brandSheet(NONE)).toBe('')
    expect(brandSheet({ ...NONE, pageBackgroundColor: '#ffffff' })).toBe('')
  })

  it.each([
    'red',
    '#fff',
    '#ffffff;} :host{display:none',
    'url(https://evil.example.test)',
    { toString: () => '#ffffff' },
    null,
    7,
  ])('the colours of a branding must be plain colours, which %j is not', (primaryActionColor) => {
    const branding = readBranding({ branding: { id: 'x', primaryActionColor } })
    expect(branding?.colours).toEqual(NONE)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '<img src=x onerror=alert(1)>',
    { href: 'https://shop.example.test' },
  ])('the colours of a branding apply without the invalid link %j', (termsPath) => {
    expect(readBranding({ branding: { termsPath, privacyPath: termsPath } })).toMatchObject({
      termsUrl: null,
      privacyUrl: null,
    })
  })

  it.each([null, undefined, 'x', 7])(
    'the colours of a branding are absent if the service returns %j',
    (branding) => {
      expect(readBranding({ branding })).toBeNull()
    },
  )
})

describe('a payment that hides its payee', () => {
  const hidden = aPayment({
    items: [anItem({ payee: MASKED })],
    access: { isAllowed: null, isPayeeHidden: true },
  })

  it('a payment that hides its payee is never signed against a shortened address', async () => {
    const whole = honestCalldata(aPayment())
    const session = fakeSession({ api: fakeApi(hidden, whole), provider: fakeProvider() })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'refused' }])
    expect(session.verified).toBeNull()
  })

  it('a payment that hides its payee leaves no trusted payee to compare with the chain’s data', () => {
    expect(paidItems(hidden, aRecord())).toEqual([])
    expect(paidItems(aPayment(), aRecord())).toHaveLength(1)
  })

  it('a payment that hides its payee is read for its payer once that payer is known, and not before', async () => {
    const asked: string[] = []
    let payer: string | undefined
    const raw = {
      ...aPayment(),
      items: [{ ...anItem(), payee: MASKED }],
      access: { isRestricted: false, isAllowed: null, isPayeeHidden: true },
    }
    const options: ApiOptions = {
      apiBase: 'https://api.example.test',
      token: 'T',
      clientId: null,
      fetch: async (url) => {
        asked.push(new URL(url).search)
        return new Response(JSON.stringify(raw))
      },
      now: () => 0,
      isOnline: () => true,
      payer: () => payer,
    }
    const read = createMetadataReader(options)
    const { signal } = new AbortController()
    await read({ signal })
    await read({ signal })
    payer = PAYER
    await read({ signal })
    const shown = 'completed=show'
    expect(asked).toEqual([`?${shown}`, `?${shown}`, `?wallet=${PAYER}&${shown}`])
  })
})

describe('a payment that is reserved for other wallets', () => {
  it('a payment that is reserved for other wallets blocks the account before any wallet request', async () => {
    const payment = aPayment({ access: { isAllowed: false, isPayeeHidden: false } })
    const session = fakeSession({ api: fakeApi(payment), provider: fakeProvider() })
    await loadOptions(session.task)
    expect(session.facts).toEqual([{ type: 'barred' }])
  })
})

describe('The return link from the service', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example.test', 7])(
    'the return link from the service is null for %j',
    (redirectUrl) => {
      expect(parseMetadata({ ...aPayment(), redirectUrl }).redirectUrl).toBeNull()
    },
  )
})

describe('telemetry', () => {
  const model = (state: string, account: object | null = { address: PAYER }) =>
    ({ state, account }) as unknown as Model

  function follow(fetch: typeof globalThis.fetch) {
    const listeners = new Set<(model: Model) => void>()
    const controller = {
      model: model('loading', null),
      subscribe(listener: (model: Model) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    } as unknown as Controller
    const options = { apiBase: 'https://api.example.test/', token: 'T', clientId: 'cli_1', fetch }
    const stop = followTelemetry(controller, options)
    const go = (next: Model) => {
      for (const listener of listeners) listener(next)
    }
    return { go, stop }
  }

  it('telemetry sends each step once, and nothing about the payer', () => {
    const calls: { url: string; init: RequestInit }[] = []
    const { go, stop } = follow(async (url, init = {}) => {
      calls.push({ url: String(url), init })
      return new Response()
    })
    go(model('connecting', null))
    for (const state of [
      'connecting',
      'options',
      'review',
      'preparing',
      'signing',
      'broadcasting',
    ]) {
      go(model(state))
      go(model(state))
    }
    stop()
    go(model('signing'))
    const bodies = calls.map(({ init }) => JSON.parse(String(init.body)))
    expect(bodies.map(({ userEvent }) => userEvent)).toEqual([
      'wallet_connected',
      'payment_sent_to_wallet',
      'payment_approved_in_wallet',
    ])
    expect(calls[0]).toMatchObject({
      url: 'https://api.example.test/v2/secure-payments/T/user-events',
      init: { method: 'POST', keepalive: true, credentials: 'omit' },
    })
    expect(JSON.stringify(calls)).not.toContain(PAYER)
  })

  it.each<[string, typeof globalThis.fetch]>([
    [
      'throws',
      () => {
        throw new TypeError('no')
      },
    ],
    [
      'rejects',
      async () => {
        throw new TypeError('no')
      },
    ],
    ['never answers', () => new Promise(() => {})],
  ])('telemetry causes no error when the page’s fetch %s', (_, fetch) => {
    const { go } = follow(fetch)
    expect(() => go(model('review'))).not.toThrow()
  })
})
