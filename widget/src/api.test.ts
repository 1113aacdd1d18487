import { describe, expect, it, vi } from 'vitest'
import { createApi } from './api.ts'
import { parseCalldata } from './effects/parseCalldata.ts'
import { parseMetadata } from './effects/parseMetadata.ts'
import { createMetadataReader } from './effects/readMetadata.ts'
import { aPayment, aTransaction } from './testing/examples.ts'

const NOW = 1_767_225_600_000
const signal = new AbortController().signal
const LEASE = {
  attemptId: '00000000-0000-4000-8000-000000000001',
  wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chain: 'devnet',
  token: 'USDC',
  calldataHash: `0x${'5b'.repeat(32)}`,
}

/** Creates a service that responds to every call in the same way, and records the calls. */
function service(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  isOnline = true,
) {
  const calls: { url: string; init: RequestInit }[] = []
  const api = createApi({
    apiBase: 'https://api.example.test/',
    token: 'T',
    clientId: 'cli',
    now: () => NOW,
    isOnline: () => isOnline,
    fetch: async (url, init) => {
      calls.push({ url, init })
      if (status === 0) throw new TypeError('fetch failed')
      return Response.json(body, { status, headers })
    },
  })
  return { api, calls }
}
const problem = (code: string, rest: object = {}) => ({ code, message: code, ...rest })

describe('GET secure payment', () => {
  it('the client gives a payment at a quoted price on Tron a separate rail', async () => {
    const [item] = aPayment().items
    const quoted = { pricing: 'market', symbol: 'USDC', decimals: 6, quote: null }
    const { api } = service(200, { ...aPayment({ network: 'tron' }), items: [{ ...item, quoted }] })
    const answer = await api.metadata({ signal })
    expect(answer).toMatchObject({ kind: 'payment', payment: { plan: { rail: 'tronQuoted' } } })
  })

  it('the client sends the client ID in the query, without cookies, and lets the HTTP cache revalidate', async () => {
    const { api, calls } = service(200, aPayment())
    expect(await api.metadata({ wallet: '0xab', signal })).toEqual({
      kind: 'payment',
      // Members that an older service does not send are present, and empty.
      payment: {
        ...aPayment(),
        items: aPayment().items.map((item) => ({
          ...item,
          fee: item.fee && { ...item.fee, bearer: null, isRounded: null },
          quoted: null,
        })),
        access: null,
        branding: undefined,
        redirectLabel: null,
        redirectUrl: null,
        refunds: null,
        raw: aPayment(),
      },
    })
    expect(calls[0]?.url).toBe(
      'https://api.example.test/v2/secure-payments/T?wallet=0xab&clientId=cli&completed=show',
    )
    expect(calls[0]?.init).toMatchObject({ credentials: 'omit', cache: 'no-cache', method: 'GET' })
    // A request with only these headers needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header.
    expect([...new Headers(calls[0]?.init.headers).keys()]).toEqual(['accept'])
  })

  const expired = aPayment({ status: 'expired' })
  const confirming = aTransaction({ status: 'confirming' })
  it.each<[string, number, unknown, object]>([
    ['completed, shown as 200', 200, aPayment({ status: 'completed' }), { kind: 'completed' }],
    [
      'completed',
      409,
      problem('payment_completed', { payment: aPayment() }),
      { kind: 'completed', payment: aPayment() },
    ],
    [
      'being confirmed, shown as 200',
      200,
      aPayment({ transactions: [confirming] }),
      { kind: 'processing', payment: { transactions: [confirming] } },
    ],
    [
      'being confirmed',
      409,
      problem('payment_processing', { payment: aPayment({ transactions: [confirming] }) }),
      { kind: 'processing', payment: { transactions: [confirming] } },
    ],
    [
      'being confirmed, by a bare service',
      409,
      problem('payment_processing'),
      { kind: 'processing', payment: null },
    ],
    [
      'completed, by a bare service',
      409,
      problem('conflict'),
      { kind: 'completed', payment: null },
    ],
    [
      'expired',
      403,
      problem('payment_expired', { payment: expired }),
      { reason: 'expired', payment: expired },
    ],
    ['not payable', 403, problem('payment_not_payable'), { reason: 'not_payable' }],
    ['cancelled', 410, problem('payment_not_payable'), { reason: 'cancelled' }],
    ['without a rate', 400, problem('conversion_unavailable'), { reason: 'no_rate' }],
    ['without a quote', 409, problem('quote_required'), { kind: 'unavailable', reason: 'no_rate' }],
    ['without a market price', 503, problem('price_unavailable'), { reason: 'no_rate' }],
    ['at a rate of long ago', 400, problem('rate_too_old'), { reason: 'no_rate' }],
    ['of a batch that is not made', 400, problem('batch_fee_set'), { reason: 'not_payable' }],
    ['wrong origin', 403, problem('origin_not_allowed'), { reason: 'unauthorized' }],
    ['no credential', 401, problem('unauthenticated'), { reason: 'unauthorized' }],
    ['unknown', 404, problem('not_found'), { reason: 'not_found' }],
    ['multisig under way', 423, problem('payment_in_progress'), { kind: 'processing' }],
    [
      'without its approval',
      409,
      problem('awaiting_approval', { approvalStatus: 'waiting' }),
      { kind: 'unavailable', reason: 'not_payable' },
    ],
    ['a held refund', 409, problem('refund_held'), { kind: 'unavailable', reason: 'not_payable' }],
    ['failing', 500, problem('internal'), { reason: 'server' }],
    ['a proxy’s error page', 502, 'Bad gateway', { reason: 'server' }],
    ['a proxy’s page over a conflict', 409, '<html>', { reason: 'server' }],
    ['a proxy’s page over a lock', 423, '<html>', { reason: 'server' }],
    ['an empty conflict', 409, null, { reason: 'server' }],
    ['another shape', 200, { ...aPayment(), items: [] }, { reason: 'server' }],
    ['no answer', 0, null, { reason: 'server' }],
  ])('the client maps a response to the payment’s state: %s', async (_, status, body, expected) => {
    const { api } = service(status, body)
    expect(await api.metadata({ signal })).toMatchObject(expected)
  })

  it('the client keeps the code of a wallet that the service does not accept', async () => {
    const { api } = service(403, problem('wallet_not_accepted', { payment: aPayment() }))
    const answer = await api.calldata({ wallet: LEASE.wallet, signal })
    const contacts = { code: 'wallet_not_accepted' }
    expect(answer).toMatchObject({ kind: 'unavailable', contacts, payment: { status: 'pending' } })
  })

  it.each(['', '.', '..'])(
    'the client sends no request for the invalid token %j, whose URL would belong to another operation',
    async (token) => {
      const fetch = vi.fn()
      const now = () => NOW
      const options = { apiBase: '/', token, clientId: null, fetch, now, isOnline: () => true }
      expect(await createMetadataReader(options)({ signal })).toMatchObject({ reason: 'not_found' })
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  it('the client distinguishes a page without network from a service that does not respond', async () => {
    const { api } = service(0, null, {}, false)
    expect(await api.metadata({ signal })).toMatchObject({ reason: 'offline' })
  })

  it('the client waits as long as Retry-After requires', async () => {
    const { api } = service(429, problem('rate_limited'), { 'retry-after': '7' })
    expect(await api.metadata({ signal })).toMatchObject({
      reason: 'rate_limited',
      retryAt: NOW + 7_000,
    })
  })

  it('the client waits ten minutes at most', async () => {
    const { api } = service(429, problem('rate_limited'), { 'retry-after': '9007199254740991' })
    expect(await api.metadata({ signal })).toMatchObject({ retryAt: NOW + 600_000 })
  })

  it('a read of a payment rejects when its signal aborts', async () => {
    const { api } = service(0, null)
    await expect(api.metadata({ signal: AbortSignal.abort() })).rejects.toThrow()
  })
})

describe('POST attempt', () => {
  const attempt = { ageSeconds: 12, wallet: '0x12ab…89cd', phase: 'signing' }
  it.each<[string, number, unknown, object]>([
    [
      'held',
      201,
      { attemptId: LEASE.attemptId, leaseUntil: '2026-01-01T00:10:00.000Z' },
      { kind: 'leased' },
    ],
    ['taken', 409, problem('attempt_in_progress', { attempt }), { kind: 'taken', ...attempt }],
    ['moot, being paid', 409, problem('payment_completed'), { kind: 'completed' }],
    ['moot, being confirmed', 409, problem('payment_processing'), { kind: 'processing' }],
    [
      'lost',
      409,
      problem('attempt_ended'),
      { kind: 'failed', note: { code: 'service_unavailable' } },
    ],
    ['moot, being expired', 403, problem('payment_expired'), { reason: 'expired' }],
    ['not a thing of this service', 404, problem('not_found'), { kind: 'absent' }],
    [
      'refused for now',
      429,
      problem('rate_limited'),
      { kind: 'failed', note: { code: 'rate_limited' } },
    ],
    [
      'failing',
      503,
      problem('unavailable'),
      { kind: 'failed', note: { code: 'service_unavailable' } },
    ],
    ['unanswered', 0, null, { kind: 'failed', note: { code: 'service_unavailable' } }],
  ])('the client maps a response to the lease’s state: %s', async (_, status, body, expected) => {
    const { api, calls } = service(status, body)
    expect(await api.lease(LEASE, signal)).toMatchObject(expected)
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual(LEASE)
  })
})

describe('POST a signed Tron transaction', () => {
  const signed = {
    visible: false,
    txID: 'a1'.repeat(32),
    raw_data: {
      contract: [],
      ref_block_bytes: '0001',
      ref_block_hash: '00'.repeat(8),
      expiration: 2,
      timestamp: 1,
    },
    raw_data_hex: '0a02',
    signature: ['1b'.repeat(65)],
  }

  it.each<[string, number, unknown, unknown]>([
    ['taken', 200, { result: true, txid: signed.txID }, { isTaken: true, code: '' }],
    [
      'refused by the nodes',
      200,
      { result: false, txid: signed.txID, code: 'TAPOS_ERROR' },
      { isTaken: false, code: 'TAPOS_ERROR' },
    ],
    [
      'not accepted any more',
      403,
      problem('payment_expired'),
      { isTaken: false, code: 'payment_expired' },
    ],
    [
      'superfluous',
      409,
      problem('payment_completed'),
      { isTaken: false, code: 'payment_completed' },
    ],
    ['doubted, so that a node decides', 400, problem('tron_transaction_mismatch'), null],
    ['without a relay', 404, problem('not_found'), null],
    ['without a node', 503, problem('chain_unavailable'), null],
    ['unanswered', 0, null, null],
    ['answered in another shape', 200, { result: 'yes' }, null],
  ])(
    'the client maps a response to the transaction’s state: %s',
    async (_, status, body, expected) => {
      const { api, calls } = service(status, body)
      expect(await api.broadcastTron(signed, signal)).toEqual(expected)
      expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ signedTransaction: signed })
      expect(calls[0]?.url).toMatch(/\/tron\/broadcast$/)
    },
  )
})

describe('POST permit', () => {
  const call = {
    signature: `0x${'5f'.repeat(65)}`,
    deadline: 1_767_226_800,
    attemptId: LEASE.attemptId,
  }
  const txHash = `0x${'77'.repeat(32)}`

  it('the client sends the attempt’s id with the wallet’s signature', async () => {
    const { api, calls } = service(202, { txHash })
    expect(await api.permit(call, signal)).toBe(txHash)
    const [{ url, init } = { url: '', init: {} }] = calls
    expect(url).toBe('https://api.example.test/v2/secure-payments/T/permit')
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
    expect(JSON.parse(String(init.body))).toEqual(call)
    expect(calls).toHaveLength(1)
  })

  it.each<[string, number, unknown]>([
    ['the service does not relay it', 400, problem('permit_not_relayed')],
    ['the client id is refused', 401, problem('unauthorized')],
    ['the link has expired', 403, problem('payment_expired')],
    ['the service has no permits', 404, problem('not_found')],
    ['another permit has its place', 409, problem('permit_exists')],
    ['the payment is paid', 409, problem('payment_completed', { payment: aPayment() })],
    ['a Safe has the payment', 423, problem('payment_locked')],
    ['too many calls were made', 429, problem('rate_limited')],
    ['the relayer did not send it in time', 503, problem('relay_unavailable')],
  ])('the client reports that the permit is not sent when %s (%i %j)', async (_, status, body) => {
    const { api, calls } = service(status, body, { 'retry-after': '1' })
    expect(await api.permit(call, signal)).toBe('refused')
    expect(calls).toHaveLength(1)
  })

  it.each<[string, number, unknown]>([
    ['there is no response', 0, null],
    ['the service fails', 500, problem('internal_error')],
    ['a proxy in front of the service fails', 502, 'bad gateway'],
    ['the service is too busy to respond', 503, problem('unavailable')],
    ['the response is too late', 504, problem('timeout')],
    ['the response names no transaction', 202, {}],
    ['the response is malformed', 202, 'sent'],
  ])('the client leaves the result open when %s (%i)', async (_, status, body) => {
    const { api, calls } = service(status, body)
    expect(await api.permit(call, signal)).toBeNull()
    // The client sends the permit once: the service may have accepted it although its response is lost.
    expect(calls).toHaveLength(1)
  })

  it('a submission of a permit rejects when its signal aborts, because the page is gone', async () => {
    const { api } = service(0, null)
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(api.permit(call, gone)).rejects.toThrow('gone')
  })
})

describe('deliver', () => {
  it.each([
    [
      { kind: 'intent', txHash: '0xaa', chain: 'devnet', symbol: 'USDC' },
      'POST',
      '/intent',
      { txHash: '0xaa', chain: 'devnet', token: 'USDC' },
    ],
    [
      { kind: 'attempt', attemptId: 'A', phase: 'broadcast', txHash: '0xaa' },
      'PATCH',
      '/attempts/A',
      { phase: 'broadcast', txHash: '0xaa' },
    ],
    [{ kind: 'attempt_end', attemptId: 'A' }, 'DELETE', '/attempts/A', undefined],
  ] as const)('deliver sends the queued call %j', async (call, method, path, body) => {
    const { api, calls } = service(200, { success: true })
    expect(await api.deliver(call)).toEqual({ status: 200 })
    const [made] = calls
    expect(made?.url).toBe(`https://api.example.test/v2/secure-payments/T${path}`)
    expect(made?.init).toMatchObject({ method, keepalive: true })
    const sent = made?.init.body
    expect(sent === undefined || sent === null ? undefined : JSON.parse(String(sent))).toEqual(body)
  })

  it.each([[409], [500]])('deliver returns status %i', async (status) => {
    const { api } = service(status, problem('x'))
    const call = { kind: 'attempt_end', attemptId: 'A' } as const
    expect(await api.deliver(call)).toEqual({ status })
  })

  it('deliver returns 0 when there is no response', async () => {
    const { api } = service(0, null)
    expect(await api.deliver({ kind: 'attempt_end', attemptId: 'A' })).toEqual({ status: 0 })
  })
})

describe('a response that breaks the contract', () => {
  it.each<[string, object, string]>([
    [
      'a number for an amount',
      { items: [{ ...aPayment().items[0], amount: 5 }] },
      'items[0].amount',
    ],
    ['no chain', { chain: null }, 'chain'],
    ['a chain id in text', { chain: { ...aPayment().chain, chainId: '1' } }, 'chain.chainId'],
    ['too many items', { items: Array.from({ length: 201 }, () => aPayment().items[0]) }, 'items'],
    [
      'a transaction without hash',
      { transactions: [{ requestId: 'r' }] },
      'transactions[0].txHash',
    ],
  ])('the parser names the invalid member: %s', (_, patch, path) => {
    expect(() => parseMetadata({ ...aPayment(), ...patch })).toThrow(path)
  })

  it.each([
    ['0a1B2c3d', '0a1b2c3d'],
    ['', null],
    ['0', null],
    [undefined, null],
  ])(
    'the parser keeps 8 characters of the last attempt’s id, or none: %j',
    (attemptPrefix, expected) => {
      const at = '2026-01-01T00:00:00.000Z'
      const times = { createdAt: at, updatedAt: at, leaseUntil: at }
      const lastAttempt = { attemptPrefix, phase: 'signing', wallet: '0x12ab…89cd', ...times }
      expect(parseMetadata({ ...aPayment(), lastAttempt }).lastAttempt).toEqual({
        ...lastAttempt,
        attemptPrefix: expected,
        txHash: null,
      })
    },
  )

  it('an address that is not http or https is read as null', () => {
    const chain = { ...aPayment().chain, explorerUrl: 'javascript:alert(1)', rpcUrl: 'file:///etc' }
    expect(parseMetadata({ ...aPayment(), chain }).chain).toMatchObject({
      explorerUrl: null,
      rpcUrl: null,
    })
  })

  it('the transactions of a batch are read in order, with the payment last', () => {
    const approval = { to: '0x1', data: '0x', value: 0 }
    const pay = { to: '0x2', data: '0x', value: '0x5' }
    const metadata = { hasEnoughBalance: true, hasEnoughGas: false }
    const body = { ERC20ApprovalTransactions: [approval], batchPaymentTransaction: pay, metadata }
    expect(parseCalldata(body)).toMatchObject({ transactions: [approval, pay], ...metadata })
  })
})
