import { randomUUID } from 'node:crypto'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import { type OfframpProvider, startOfframp } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import { createLogger } from '../../host/src/log.ts'
import { OfframpUnavailableError } from '../../host/src/offramps/errors.ts'
import { openHttpOfframp } from '../../host/src/offramps/http/openHttpOfframp.ts'
import type { Offramp, PayerPages } from '../../host/src/offramps/offramp.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { httpOfframpSettings, OFFRAMP_SECRET } from './support/openHttpOfframp.ts'

/**
 * The provider behaviour that this service relies on. The tests run against the stand-in. If OFFRAMP_URL is set, they also run against that
 * provider, with the secret OFFRAMP_SECRET. The tests submit a payer and an account that do not exist. OFFRAMP_TX_HASH names a payment of
 * 12.5 units of OFFRAMP_CURRENCY on OFFRAMP_NETWORK that the provider may accept. Without this variable, the tests start no offramp there.
 */
const { OFFRAMP_URL, OFFRAMP_SECRET: REAL_SECRET = '', OFFRAMP_TX_HASH } = process.env
const { OFFRAMP_NETWORK = 'devnet', OFFRAMP_CURRENCY = 'USDC-devnet' } = process.env

describe('The stand-in', () => {
  let provider: OfframpProvider
  beforeAll(async () => {
    provider = await startOfframp({ secret: OFFRAMP_SECRET, switches: { stepMs: 0 } })
  })
  afterAll(() => provider[Symbol.asyncDispose]())
  keepsTheContract(() => ({
    url: provider.url,
    secret: OFFRAMP_SECRET,
    txHash: `0x${'5a'.repeat(32)}`,
    goOn: () => provider.step(),
  }))
})

describe.skipIf(OFFRAMP_URL === undefined)('The provider at OFFRAMP_URL', () => {
  keepsTheContract(() => ({
    url: OFFRAMP_URL ?? '',
    secret: REAL_SECRET,
    txHash: OFFRAMP_TX_HASH ?? null,
    goOn: async () => {},
  }))
})

type Subject = {
  url: string
  secret: string
  txHash: string | null
  /** Makes the provider report the next event, if possible. */
  goOn: () => Promise<void>
}

function keepsTheContract(subject: () => Subject): void {
  let offramp: Offramp & AsyncDisposable
  let pages: PayerPages
  const payer = { id: randomUUID(), clientUserId: `contract-${randomUUID()}` }
  const account = { ...plainAccount, beneficiaryType: 'individual', rails: 'local' } as const
  const { clientUserId: _, ...particulars } = plainPayer
  const profile = { ...particulars, beneficiaryType: 'individual' } as const
  beforeAll(async () => {
    const { url, secret } = subject()
    const settings = { ...httpOfframpSettings(url), PAY_OFFRAMP_HTTP_SECRET: secret }
    const config = loadConfig({
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      ...settings,
    })
    if (config.offramp?.kind !== 'http') throw new Error('The settings have no provider.')
    const now = () => new Date()
    const context = { log: createLogger('silent'), now, random: createRandomPool() }
    offramp = openHttpOfframp(context, config.offramp)
    pages = await offramp.submitPayer({ ...payer, profile })
  })
  afterAll(() => offramp?.[Symbol.asyncDispose]())

  /** Sends a call whose body is signed as `facts` state. */
  async function call(
    path: string,
    facts: { id?: string; ageS?: number; secret?: string; signed?: string } = {},
  ): Promise<number> {
    const { url, secret } = subject()
    const id = facts.id ?? `msg_${randomUUID()}`
    const timestampS = Math.floor(Date.now() / 1_000) - (facts.ageS ?? 0)
    const key = facts.secret ?? secret
    const answer = await fetch(`${url}${path}`, {
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': standardWebhookSignature(key, id, timestampS, facts.signed ?? ''),
      },
    })
    await answer.body?.cancel()
    return answer.status
  }
  const payerPath = () => `/payers/${encodeURIComponent(pages.providerId)}`

  it('the provider returns the same pages and id for a resubmitted payer', async () => {
    expect(await offramp.submitPayer({ ...payer, profile })).toEqual(pages)
  })

  it('the provider returns the same id for a resubmitted account, and another id for another account', async () => {
    const submitted = { id: randomUUID(), payerProviderId: pages.providerId, account }
    const first = await offramp.submitAccount(submitted)
    expect(await offramp.submitAccount(submitted)).toEqual(first)
    const other = await offramp.submitAccount({ ...submitted, id: randomUUID() })
    expect(other.providerId).not.toBe(first.providerId)
  })

  it('the provider accepts the merchant’s report about the agreement, even when it is repeated', async () => {
    const { providerId } = pages
    await offramp.completeAgreement({ providerId, isCompleted: true })
    await offramp.completeAgreement({ providerId, isCompleted: true })
  })

  it('the provider reports a payer’s status with stable ids', async () => {
    const payerSubject = { kind: 'payer', providerId: pages.providerId } as const
    await subject().goOn()
    const first = await offramp.read(payerSubject)
    const ids = first.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    await subject().goOn()
    const later = await offramp.read(payerSubject)
    expect(later.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    for (const report of later) expect(report.providerId).toBe(pages.providerId)
  })

  it('the provider returns the same result when an offramp is started again', async (test) => {
    const { txHash } = subject()
    if (txHash === null) return test.skip('OFFRAMP_TX_HASH is not set.')
    const submitted = { id: randomUUID(), payerProviderId: pages.providerId, account }
    const { providerId } = await offramp.submitAccount(submitted)
    const started = {
      id: `off_${randomUUID()}`,
      payerProviderId: pages.providerId,
      accountProviderId: providerId,
      network: OFFRAMP_NETWORK,
      currency: OFFRAMP_CURRENCY,
      units: 12_500_000n,
      decimals: 6,
      txHash,
    }
    const first = await offramp.start(started)
    expect(await offramp.start(started)).toEqual(first)
    const read = await offramp.read({ kind: 'offramp', providerId: first.providerId })
    for (const report of read) expect(report.kind).toBe('offramp')
  })

  it('the provider responds to a signed call', async () => {
    expect(await call(payerPath())).toBe(200)
  })

  it.each([
    ['with another secret', { secret: 'e7'.repeat(32) }],
    ['with another text’s signature', { signed: '{}' }],
    ['with a time ten minutes ago', { ageS: 600 }],
    ['with a time in ten minutes', { ageS: -600 }],
  ])('the stand-in for a provider rejects a call %s with 401', async (_, facts) => {
    expect(await call(payerPath(), facts)).toBe(401)
  })

  it('the provider rejects a repeated call', async () => {
    const id = `msg_${randomUUID()}`
    expect(await call(payerPath(), { id })).toBe(200)
    expect(await call(payerPath(), { id })).toBe(401)
  })

  it('the provider reports a record that was never submitted as unknown', async () => {
    const asked = offramp.read({ kind: 'offramp', providerId: 'never-submitted' })
    await expect(asked).rejects.toThrow(OfframpUnavailableError)
    await expect(asked).rejects.toThrow('HTTP 404')
  })
}
