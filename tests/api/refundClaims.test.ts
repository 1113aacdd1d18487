import { createHash } from 'node:crypto'
import { formatTronAddress } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSignInMessage } from '../../host/src/auth/wallet/hashSignInMessage.ts'
import { type StatedChain, seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { type ClaimText, signRefundClaim } from '../support/signRefundClaim.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'
import { getChallenge, verify } from '../support/walletSignIn.ts'

const DEVNET = getNetwork('devnet')
const TOKEN = DEVNET.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
const PROXY = DEVNET.contracts.ERC20FeeProxy?.address ?? ''
const ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
/** The keys of the devnet's accounts 2 and 3, of which 2 is `PAYER`. */
const payer = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
)
const stranger = privateKeyToAccount(
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
)
/** The Tron account of the payer's key. */
const TRON_PAYER = formatTronAddress(hexToBytes(PAYER))
const DAY_MS = 86_400_000

let test: TestHost
let chain: StatedChain
let page: { anonymous: true; headers: Record<string, string> }
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  chain = stateChain(test)
  page = { anonymous: true, headers: pageHeaders((await test.createClientId()).clientId) }
})
afterAll(() => test[Symbol.asyncDispose]())

const create = (paymentId: string, body?: object) =>
  test.call('POST', `/v2/payments/${paymentId}/refund-claims`, body && { body })
const read = async (id: string) => (await test.call('GET', `/v2/refund-claims/${id}`)).json
const open = (id: string, code: string, options: object = page) =>
  test.call('POST', `/v2/refund-claims/${id}/open`, { ...options, body: { code } })
const state = (id: string, code: string, recipient: string, options: object = page) =>
  test.call('POST', `/v2/refund-claims/${id}/address`, { ...options, body: { code, recipient } })

async function createLink(change: Parameters<typeof seedPaid>[1] = {}) {
  const payment = await seedPaid(test, change)
  const { json } = await create(payment.id)
  return { payment, id: String(json.id), code: codeOf(json.url) }
}

const codeOf = (url: string) => url.slice(url.lastIndexOf('.') + 1)

describe('A link on which a payer states an address', () => {
  it('a link on which a payer states an address receives one address, which the merchant reads and confirms with the refund', async () => {
    const payment = await seedPaid(test, { source_network: 'base' })
    const { status, json } = await create(payment.id)
    expect([status, json]).toMatchObject([
      201,
      {
        status: 'open',
        paymentId: payment.id,
        requestId: payment.request_id,
        network: 'devnet',
        currency: 'USDC-devnet',
        recipient: null,
        proof: null,
        failedAttempts: 0,
      },
    ])
    expect(json.url).toMatch(new RegExp(`/console/#refund-claim=${json.id}\\.[A-Za-z0-9_-]{43}$`))
    const code = codeOf(json.url)
    expect((await open(json.id, code)).json).toMatchObject({
      status: 'open',
      symbol: 'USDC',
      amount: '12.5',
      paymentTxHash: payment.tx_hash,
      recipient: null,
    })
    const stated = await state(json.id, code, ADDRESS.toLowerCase())
    expect([stated.status, stated.json]).toMatchObject([
      200,
      { status: 'stated', recipient: '0x90F7…b906' },
    ])
    expect(await read(json.id)).toMatchObject({
      status: 'stated',
      recipient: ADDRESS,
      proof: 'code',
      wallet: null,
      statedAt: expect.any(String),
    })
    const listed = await test.call('GET', `/v2/refund-claims?paymentId=${payment.id}&status=stated`)
    expect(listed.json).toMatchObject({ refundClaims: [{ id: json.id }], nextCursor: null })
    const refund = await test.call('POST', `/v2/payments/${payment.id}/refunds`, {
      body: { amount: 'all', recipient: ADDRESS },
    })
    expect([refund.status, refund.json]).toMatchObject([201, { recipient: ADDRESS }])
  })

  it('the link’s code is stored as a hash, and no later response contains it', async () => {
    const { id, code } = await createLink()
    const row = await test.host.context.db.kysely
      .selectFrom('refund_claims')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.code_hash).toBe(createHash('sha256').update(code).digest('hex'))
    expect(JSON.stringify([row, await read(id)])).not.toContain(code)
  })

  it('the link works once: a second use is rejected and counted', async () => {
    const { id, code } = await createLink()
    expect((await state(id, code, ADDRESS)).status).toBe(200)
    for (const again of [await open(id, code), await state(id, code, OTHER)]) {
      expect([again.status, again.json.code]).toEqual([409, 'refund_claim_used'])
    }
    expect(await read(id)).toMatchObject({ recipient: ADDRESS, failedAttempts: 2 })
  })

  it('the link is closed by the tenth wrong code, and each wrong code is counted', async () => {
    const { id, code } = await createLink()
    const wrong = 'A'.repeat(43)
    const answers = await Promise.all(Array.from({ length: 9 }, () => open(id, wrong)))
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(
      new Set(['refund_claim_not_found']),
    )
    expect((await open(id, code)).status).toBe(200)
    expect((await state(id, wrong, ADDRESS)).status).toBe(404)
    const late = await state(id, code, ADDRESS)
    expect([late.status, late.json.code]).toEqual([410, 'refund_claim_over'])
    expect(await read(id)).toMatchObject({ status: 'closed', recipient: null, failedAttempts: 10 })
  })

  it('the link ends when it expires, and when the merchant creates another link', async () => {
    const { payment, id, code } = await createLink()
    const next = (await create(payment.id, { expiresInDays: 1 })).json
    expect((await open(id, code)).json.code).toBe('refund_claim_over')
    expect((await read(id)).status).toBe('closed')
    test.clock.advance(DAY_MS + 1)
    expect((await open(next.id, codeOf(next.url))).json.code).toBe('refund_claim_over')
    expect((await read(next.id)).status).toBe('expired')
  })

  it('the link belongs to one payment: its code opens no other claim', async () => {
    const [one, two] = [await createLink(), await createLink()]
    expect((await state(two.id, one.code, ADDRESS)).status).toBe(404)
    expect((await open('01KB6A1B2C3D4E5F6G7H8J9KAB', one.code)).status).toBe(404)
    expect(await read(two.id)).toMatchObject({ recipient: null, failedAttempts: 1 })
  })

  it('only one of several concurrent uses of the link states an address', async () => {
    const { id, code } = await createLink()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => state(id, code, index % 2 ? ADDRESS : OTHER)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it.each([
    ['a wrong checksum', `0x90f79bf6EB2c4f870365E785982E1f101E93b906`, 'invalid_address'],
    ['the zero address', `0x${'0'.repeat(40)}`, expect.any(String)],
    ['a token', TOKEN, expect.any(String)],
    ['a payment contract', PROXY, expect.any(String)],
    ['the payee', PAYEE, 'recipient_is_payee'],
    ['an address from another family', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'invalid_address'],
  ])(
    'a link on which a payer states an address rejects %s, and still works',
    async (_, recipient, code) => {
      const { id, code: secret } = await createLink()
      const { status, json } = await state(id, secret, recipient)
      expect([status, json.errors]).toMatchObject([400, [{ field: 'recipient', code }]])
      expect((await state(id, secret, ADDRESS)).status).toBe(200)
    },
  )

  it('the link rejects a contract, unless that contract paid', async () => {
    chain.contracts.add(OTHER)
    try {
      const { id, code } = await createLink()
      const { json } = await state(id, code, OTHER)
      expect(json.errors).toMatchObject([{ code: 'recipient_is_contract' }])
      const own = await createLink({ payer: OTHER })
      expect((await state(own.id, own.code, OTHER)).status).toBe(200)
    } finally {
      chain.contracts.delete(OTHER)
    }
  })

  it('another merchant’s payments, claims and pages return 404', async () => {
    const { payment, id, code } = await createLink()
    const { apiKey } = await test.createTenant()
    const options = { anonymous: true, headers: { 'x-api-key': apiKey } }
    const created = await test.call('POST', `/v2/payments/${payment.id}/refund-claims`, options)
    expect(created.json.code).toBe('payment_not_found')
    expect((await test.call('GET', `/v2/refund-claims/${id}`, options)).status).toBe(404)
    const { json } = await test.call('GET', '/v2/refund-claims', options)
    expect(json.refundClaims).toEqual([])
    const theirs = await test.call('POST', '/v2/client-ids', {
      ...options,
      body: { label: 'theirs', allowedDomains: [SHOP_ORIGIN] },
    })
    const headers = pageHeaders(theirs.json.clientId)
    expect((await open(id, code, { anonymous: true, headers })).status).toBe(404)
    expect((await read(id)).failedAttempts).toBe(0)
  })
})

describe('A signature by the wallet that paid', () => {
  async function pay(change: Parameters<typeof seedPaid>[1] = {}) {
    const { token, requestIds } = await test.createPayment()
    const request_id = requestIds[0] ?? ''
    return { token, payment: await seedMore(test, { ...change, request_id }) }
  }

  type Change = Partial<ClaimText>

  /** Signs as the hosted page does, with changes to the signed text, and returns the call's body. */
  function sign(token: string, change: Change = {}, account = payer) {
    const { walletType = 'evm' } = change
    const wallet = {
      walletType,
      address: account.address,
      sign: (message: string) => account.sign({ hash: hashSignInMessage(walletType, message) }),
    }
    return signRefundClaim(
      test,
      { token, network: 'devnet', recipient: ADDRESS, ...wallet },
      change,
    )
  }

  const prove = (token: string, body: object) =>
    test.call('POST', `/v2/secure-payments/${token}/refund-claims`, { ...page, body })
  const claimsOf = async (paymentId: string) =>
    (await test.call('GET', `/v2/refund-claims?paymentId=${paymentId}`)).json.refundClaims
  const refusedOf = async (token: string) =>
    (
      await test.host.context.db.kysely
        .selectFrom('secure_payments')
        .select('refused_claims')
        .where('token', '=', token)
        .executeTakeFirstOrThrow()
    ).refused_claims

  it('a signature by the wallet that paid states an address for its payments', async () => {
    const { token, payment } = await pay()
    const { status, json } = await prove(token, await sign(token))
    expect([status, json]).toEqual([201, { count: 1 }])
    expect(await claimsOf(payment.id)).toMatchObject([
      { status: 'stated', proof: 'wallet', wallet: PAYER, recipient: ADDRESS, failedAttempts: 0 },
    ])
  })

  it('for a payment through a bridge, the signature of the wallet on the source network counts', async () => {
    const { token, payment } = await pay({ source_network: 'base', detection_source: 'lifi' })
    expect((await prove(token, await sign(token))).status).toBe(201)
    expect(await claimsOf(payment.id)).toMatchObject([{ wallet: PAYER, network: 'devnet' }])
  })

  it('for a payment through a bridge, the signature counts only if the bridge reported the payment', async () => {
    const source_tx_hash = `0x${'c4'.repeat(32)}`
    const { token, payment } = await pay({ source_network: 'base', source_tx_hash })
    expect((await prove(token, await sign(token))).json.code).toBe('refund_claim_refused')
    const { kysely } = test.host.context.db
    const intent = { id: '01KB50A1B2C3D4E5F6G7H8J9KB', token, tx_hash: source_tx_hash }
    const facts = { request_id: payment.request_id, source_network: 'base', chain: 'BASE' }
    const created_at = test.clock.now().toISOString()
    await kysely
      .insertInto('intents')
      .values({ ...intent, ...facts, currency: 'USDC', created_at, status: 'tracking' })
      .execute()
    expect((await prove(token, await sign(token))).json.code).toBe('refund_claim_refused')
    await kysely
      .updateTable('intents')
      .set({ status: 'completed', settled_tx_hash: payment.tx_hash })
      .where('id', '=', intent.id)
      .execute()
    expect((await prove(token, await sign(token))).status).toBe(201)
  })

  it('the signature works once, even for concurrent calls, and a replay is counted', async () => {
    const { token, payment } = await pay()
    const body = await sign(token)
    const answers = await Promise.all(Array.from({ length: 5 }, () => prove(token, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await refusedOf(token)).toBe(4)
    expect(await claimsOf(payment.id)).toMatchObject([{ failedAttempts: 4 }])
  })

  it.each<[string, Change]>([
    ['another domain', { domain: 'evil.example' }],
    ['another page', { uri: 'https://evil.example' }],
    ['another network', { network: 'base' }],
    ['another chain', { chainId: 1 }],
    ['another payment', { token: '01KB6A1B2C3D4E5F6G7H8J9KAB' }],
  ])('a signature for %s is rejected and counted', async (_, change) => {
    const { token, payment } = await pay()
    const { status, json } = await prove(token, await sign(token, change))
    expect([status, json.code]).toEqual([403, 'refund_claim_refused'])
    expect(await claimsOf(payment.id)).toEqual([])
    expect(await refusedOf(token)).toBe(1)
  })

  it('a signature whose fields were changed after signing is rejected', async () => {
    const { token } = await pay()
    const body = await sign(token)
    const later = new Date(Date.parse(body.expiresAt) + 1).toISOString()
    for (const change of [
      { recipient: OTHER },
      { nonce: 'q'.repeat(20) },
      { expiresAt: later },
      { issuedAt: later },
      { wallet: stranger.address },
      { signature: `0x${'1b'.repeat(65)}` },
    ]) {
      expect((await prove(token, { ...body, ...change })).status).toBe(403)
    }
    expect(await refusedOf(token)).toBe(6)
  })

  it('a signature that is too old, or by a wallet that did not pay, is rejected', async () => {
    const { token } = await pay()
    expect((await prove(token, await sign(token, {}, stranger))).status).toBe(403)
    const body = await sign(token)
    test.clock.advance(600_001)
    expect((await prove(token, body)).status).toBe(403)
    const long = new Date(test.clock.now().getTime() + 2 * 3_600_000).toISOString()
    expect((await prove(token, await sign(token, { expiresAt: long }))).status).toBe(403)
  })

  it('a contract’s signature counts if its code accepts it, including on the network from which it paid', async () => {
    for (const [verdict, status] of [
      ['valid', 201],
      ['valid_delegate', 201],
      ['invalid', 403],
    ] as const) {
      const { token } = await pay()
      chain.verdict = verdict
      try {
        expect((await prove(token, await sign(token, {}, payer))).status).toBe(status)
      } finally {
        chain.verdict = 'no_code'
      }
    }
  })

  it('a contract’s signature states no address for payments from a network where its code rejects it', async () => {
    // The contract at the same address on each network may belong to another owner.
    chain.verdictOn.set('devnet', 'invalid').set('base', 'valid')
    try {
      const { token, payment: victims } = await pay()
      const own = await seedMore(test, {
        request_id: victims.request_id,
        source_network: 'base',
        detection_source: 'lifi',
      })
      const { status, json } = await prove(token, await sign(token))
      expect({ status, json }).toMatchObject({ status: 201, json: { count: 1 } })
      expect(await claimsOf(own.id)).toHaveLength(1)
      expect(await claimsOf(victims.id)).toEqual([])
    } finally {
      chain.verdictOn.clear()
    }
  })

  it('a Tron wallet’s signature counts if it is a Tron message signature', async () => {
    const { token, payment } = await pay({
      payer: TRON_PAYER,
      source_network: 'tron',
      detection_source: 'lifi',
    })
    const body = await sign(token, { walletType: 'tron', address: TRON_PAYER })
    expect((await prove(token, body)).status).toBe(201)
    expect(await claimsOf(payment.id)).toMatchObject([{ wallet: TRON_PAYER }])
  })

  it('a signature by a wallet that may have relayed another wallet’s payment is rejected', async () => {
    const { token, payment } = await pay()
    chain.transactions.set(payment.tx_hash, { from: PAYER, to: OTHER })
    expect((await prove(token, await sign(token))).json.code).toBe('refund_claim_refused')
  })

  it('the signature cannot be used to sign in, and a sign-in signature states no address', async () => {
    const { token } = await pay()
    const challenge = await getChallenge(test, { address: PAYER })
    const body = await sign(token)
    const signature = await payer.signMessage({ message: challenge.message })
    expect((await prove(token, { ...body, signature })).status).toBe(403)
    expect((await verify(test, challenge, body.signature)).status).toBe(401)
  })
})
