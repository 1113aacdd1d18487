import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeRefusal } from './describeRefusal.ts'

const ANSWER = {
  kind: 'unavailable',
  reason: 'unauthorized',
  retryAt: null,
  payment: null,
} as const
const STAGING = { apiBase: 'https://pay.example', clientId: 'cli_1' }
const LOCAL = { apiBase: 'http://localhost:8080', clientId: 'cli_1' }
const TYPE = 'https://pay.example/errors/origin_not_allowed'

const log = vi.fn()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(log)
  vi.stubGlobal('location', { href: 'https://shop.example/cart' })
  vi.stubGlobal('origin', 'https://shop.example')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  log.mockClear()
})

function describeCode(code: string, options: typeof STAGING | { apiBase: string; clientId: null }) {
  return describeRefusal(options, { code, problem: { type: TYPE } }, ANSWER)
}

describe('describeRefusal', () => {
  it('a payer’s page gets no developer text, and the browser’s console names origin, client ID and remedy', () => {
    expect(describeCode('origin_not_allowed', STAGING)).toBe(ANSWER)
    expect(log.mock.calls).toEqual([
      [
        `<secure-payment> shows no payment: The origin of this page is not allowed. The client ID cli_1 does not allow https://shop.example. Add it to the allowed domains in the console of https://pay.example. See ${TYPE}`,
      ],
    ])
  })

  it.each([
    ['the service', LOCAL, 'https://shop.example/cart'],
    ['the page', STAGING, 'http://127.0.0.1:5173/'],
    ['a page below localhost', STAGING, 'http://shop.localhost:5173/'],
    ['a file', STAGING, 'file:///tmp/shop.html'],
  ])(
    'a developer reads the remedy on the card if %s is on the same machine',
    (_, options, href) => {
      vi.stubGlobal('location', { href })
      expect(describeCode('origin_not_allowed', options)).toMatchObject({
        reason: 'unauthorized',
        link: { url: null, say: expect.any(Function) },
      })
    },
  )

  it('a developer reads the remedy on the card if the service serves test networks only', () => {
    const problem = { type: TYPE, isTestService: true }
    expect(describeRefusal(STAGING, { code: 'invalid_client_id', problem }, ANSWER)).toMatchObject({
      link: { url: null, say: expect.any(Function) },
    })
    for (const isTestService of [false, 'true', undefined]) {
      const other = { type: TYPE, isTestService }
      expect(describeRefusal(STAGING, { code: 'invalid_client_id', problem: other }, ANSWER)).toBe(
        ANSWER,
      )
    }
  })

  it.each([
    'https://localhost.example/',
    'https://127.0.0.1.example/',
    'https://shop.example/',
    'https://localhost/cart',
    'capacitor://localhost/cart',
  ])('a page at %s is not a developer’s', (href) => {
    vi.stubGlobal('location', { href })
    expect(describeCode('origin_not_allowed', STAGING)).toBe(ANSWER)
  })

  it('a missing client ID, an unknown one and a wrong origin have three different cards', () => {
    const titles = ['missing_credential', 'invalid_client_id', 'origin_not_allowed'].map((code) => {
      const answer = describeCode(code, LOCAL)
      return 'link' in answer && answer.link?.say('en').title
    })
    expect(titles).toEqual([
      'The client ID is missing',
      'The client ID is unknown',
      'The origin of this page is not allowed',
    ])
  })

  it.each(['payer_not_allowed', 'undefined'])(
    'the code %s is not about the page, so nothing changes',
    (code) => {
      expect(describeCode(code, LOCAL)).toBe(ANSWER)
      expect(log).not.toHaveBeenCalled()
    },
  )
})
