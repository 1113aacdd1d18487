import { decodeSignedPayment, encodeCancelPayment } from '@secure-payment/core/signed'
import { RELAYER_ACCOUNT, testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYEE } from '../support/testHost.ts'
import { readReceiptText } from './support/readCosts.ts'
import { type Begun, type Signed, startSigned, UNITS } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

let signed: Signed
beforeAll(async () => {
  signed = await startSigned()
})
afterAll(() => signed?.[Symbol.asyncDispose]())

const call: Signed['world']['test']['call'] = (...args) => signed.world.test.call(...args)
const client = () => signed.world.chains.client('devnet')

describe('A payer without native coins', () => {
  test('a payer without native coins signs one message, and the payment is recorded with the signer as its payer', async () => {
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    expect(begun.offer).toMatchObject({ kind: 'eip3009', contract: signed.contract })
    const before = await signed.balanceOf('USDC', PAYEE)
    const { status, json } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(json)).toBe(202)
    expect(json).toMatchObject({ status: 'stored', kind: 'eip3009' })
    const ended = await signed.until(json.id, 'confirmed')
    const [payment, ...others] = await signed.payments(begun.requestId)
    expect(others).toEqual([])
    expect(payment).toMatchObject({
      payer: payer.address,
      tx_hash: ended.tx_hash,
      amount_units: String(UNITS),
    })
    const hash = `0x${ended.tx_hash?.slice(2)}` as const
    const { from } = await client().getTransactionReceipt({ hash })
    expect(from).toBe(RELAYER_ACCOUNT.address.toLowerCase())
    expect(await signed.balanceOf('USDC', PAYEE)).toBe(before + UNITS)
    expect(await client().getBalance({ address: payer.address })).toBe(0n)
    expect(await signed.made(ended.payment_hash)).toBe(1)
    const shown = await waitFor('the payment to be complete', async () => {
      const answer = await call('GET', `/v2/secure-payments/${begun.token}?completed=show`)
      return answer.json.status === 'completed' ? answer.json : null
    })
    expect(shown.signedPayment).toMatchObject({ id: json.id, status: 'confirmed', reason: null })
  })

  test('a payer without native coins paid no network fee: neither the receipt nor the merchant’s figures state the relayer’s gas', async () => {
    const begun = await signed.begin(await signed.createPayer())
    const { json } = await begun.submit(await begun.sign())
    await signed.until(json.id, 'confirmed')
    const [payment] = await signed.payments(begun.requestId)
    const found = await call('GET', `/v2/payments?txHash=${payment?.tx_hash}`)
    expect(found.json.payments).toMatchObject([{ payerAddress: payment?.payer, fees: null }])
    const { url, context } = signed.world.test.host
    const receipt = await readReceiptText(url, begun.token)
    expect(receipt).toContain(payment?.tx_hash)
    expect(receipt).not.toContain('Network fee')
    // An earlier release stored the gas of the relayer's transaction.
    const { kysely } = context.db
    const earlier = { gas_units: '120123456789012' }
    const rows = kysely
      .updateTable('payments')
      .set(earlier)
      .where('id', '=', payment?.id ?? '')
    expect((await rows.executeTakeFirst()).numUpdatedRows).toBe(1n)
    expect(await readReceiptText(url, begun.token)).toBe(receipt)
  })

  const kinds: readonly [string, string, bigint][] = [
    ['DAI-like token with permits alone', 'FAU', 12_500_000_000_000_000_000n],
    ['token without either that is approved for Permit2', 'USDT', UNITS],
  ]
  test.each(kinds)('a payer without native coins pays in a %s', async (_, symbol, units) => {
    const payer = await signed.createPayer(symbol)
    if (symbol === 'USDT') await approvePermit2(payer.address, symbol)
    const begun = await signed.begin(payer, symbol)
    expect(begun.offer.kind).toBe(symbol === 'USDT' ? 'permit2' : 'eip2612')
    const before = await signed.balanceOf(symbol, PAYEE)
    const { status, json } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(json)).toBe(202)
    await signed.until(json.id, 'confirmed')
    expect(await signed.balanceOf(symbol, PAYEE)).toBe(before + units)
    expect(await signed.payments(begun.requestId)).toMatchObject([{ payer: payer.address }])
  })

  test('a payer without native coins and without an allowance for Permit2 gets the transactions and the reason', async () => {
    const payer = await signed.createPayer('USDT')
    const { token } = await signed.world.test.createPayment({
      requests: [{ ...usdc, invoiceCurrency: 'USDT-devnet', paymentCurrency: 'USDT-devnet' }],
    })
    const { json } = await call(
      'GET',
      `/v2/secure-payments/${token}/pay?wallet=${payer.address}&signed=true`,
    )
    expect(json.signedPaymentObstacle).toBe('no_permit2_allowance')
    expect(json).not.toHaveProperty('signedPayment')
    expect(json.transactions).toHaveLength(2)
  })

  test('the ways to pay of a payer without native coins state that the service pays the network fee', async () => {
    const payer = await signed.createPayer()
    const { test } = signed.world
    const { token } = await test.createPayment({ requests: [usdc] })
    const { json } = await call('GET', `/v2/secure-payments/${token}?wallet=${payer.address}`)
    const own = { hasEnoughBalance: true, hasEnoughGas: false, isSponsored: true }
    expect(json.paymentOptions).toMatchObject({ devnet: { USDC: own } })
    const accepting = await test.createPayment({ requests: [{ ...usdc, accepts: ['DAI-devnet'] }] })
    const path = `/v2/secure-payments/${accepting.token}/options?wallet=${payer.address}`
    const { json: found } = await call('GET', path)
    expect(found.options[0]).toMatchObject({
      option: 'USDC-devnet',
      isSponsored: true,
      total: usdc.amount,
    })
    const coins = { ...usdc, invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' }
    const native = await test.createPayment({ requests: [coins] })
    const shown = await call('GET', `/v2/secure-payments/${native.token}?wallet=${payer.address}`)
    expect(shown.json.paymentOptions.devnet.ETH).not.toHaveProperty('isSponsored')
  })

  test('a payer without native coins whose hour is used up receives the reason, and no offer', async () => {
    await using limited = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SPONSOR_HOURLY_PAYER: '1',
    })
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    const { json } = await begun.submit(await begun.sign())
    await signed.until(json.id, 'confirmed')
    const { token } = await signed.world.test.createPayment({ requests: [usdc] })
    const path = `/v2/secure-payments/${token}/pay?wallet=${payer.address}&signed=true`
    const refused = await limited.call('GET', path)
    expect(refused.json.signedPaymentObstacle).toBe('limit_reached')
    const { json: offered } = await call('GET', path)
    expect(offered.signedPayment).toMatchObject({ kind: 'eip3009' })
  })

  test('a payer without native coins submits a signature repeatedly, and the contract makes one payment', async () => {
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    const signature = await begun.sign()
    const answers = await Promise.all([1, 2, 3].map(() => begun.submit(signature)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    const ended = await signed.until(answers[0]?.json.id, 'confirmed')
    expect(await signed.made(ended.payment_hash)).toBe(1)
    const again = await begun.submit(signature)
    expect([again.status, again.json.id, again.json.status]).toEqual([202, ended.id, 'confirmed'])
  })

  test('a payer without native coins follows the signed payment by its id, which another payment’s path does not find', async () => {
    const begun = await signed.begin(await signed.createPayer())
    const { json } = await begun.submit(await begun.sign())
    const path = (token: string, id: string) => `/v2/secure-payments/${token}/signed-payments/${id}`
    const { json: read } = await call('GET', path(begun.token, json.id))
    expect(read).toMatchObject({ id: json.id, paymentHash: json.paymentHash })
    const other = await signed.world.test.createPayment()
    const missing = await call('GET', path(other.token, json.id))
    expect([missing.status, missing.json.code]).toEqual([404, 'signed_payment_not_found'])
    await signed.until(json.id, 'confirmed')
  })
})

const usdc = {
  payee: PAYEE,
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
  amount: '12.5',
}
const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3')

async function approvePermit2(owner: Address, symbol: string): Promise<void> {
  const { address } = signed.world.chains.token('devnet', symbol)
  await asPayer(owner, () =>
    client().writeContractSync({
      account: owner,
      chain: null,
      address,
      abi: testTokenAbi,
      functionName: 'approve',
      args: [PERMIT2, 2n ** 256n - 1n],
    }),
  )
}

/** Runs a transaction of a payer with coins that the payer otherwise lacks. */
async function asPayer<T>(owner: Address, act: () => Promise<T>): Promise<T> {
  await client().setBalance({ address: owner, value: 10n ** 18n })
  await client().impersonateAccount({ address: owner })
  const result = await act()
  await client().setBalance({ address: owner, value: 0n })
  return result
}

const counts = () =>
  signed.world.test.host.context.db.kysely
    .selectFrom('signed_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

describe('The host stores no signed payment', () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const refusals: readonly [string, (begun: Begun) => Promise<[Hex, object?]>, string][] = [
    ['that another wallet signed', async (b) => [await b.sign({}, stranger)], 'wrong_signature'],
    ['for a higher amount', async (b) => [await b.sign({ value: '12500001' })], 'wrong_signature'],
    [
      'for another contract',
      async (b) => [await b.sign({ to: stranger.address })],
      'wrong_signature',
    ],
    [
      'with another salt than the signed one',
      async (b) => [await b.sign(), { salt: '1' }],
      'wrong_signature',
    ],
    [
      'with another deadline than the signed one',
      async (b) => [await b.sign(), { deadline: b.offer.deadline + 1 }],
      'wrong_signature',
    ],
    [
      'whose deadline is too far away',
      async (b) => [await b.sign(), { deadline: b.offer.deadline + 3_600 }],
      'wrong_deadline',
    ],
    [
      'that could not be mined in time',
      async (b) => [await b.sign(), { deadline: b.offer.deadline - 590 }],
      'wrong_deadline',
    ],
    ['of another kind', async (b) => [await b.sign(), { kind: 'permit2' }], 'not_supported'],
    ['with random bytes', async () => [`0x${'ab'.repeat(65)}`], 'wrong_signature'],
    ['with a long signature of no code', async () => [`0x${'ab'.repeat(130)}`], 'wrong_signature'],
  ]
  test.each(refusals)('the host stores no signed payment %s', async (_, make, reason) => {
    const begun = await signed.begin(await signed.createPayer())
    const before = await counts()
    const [signature, changes] = await make(begun)
    const { status, json } = await begun.submit(signature, { ...changes })
    expect([status, json.code, json.reason]).toEqual([400, 'not_sponsored', reason])
    expect(await counts()).toBe(before)
  })

  test('the host stores no signed payment that the chain would reject', async () => {
    const payer = await signed.createPayer('FAU')
    const begun = await signed.begin(payer, 'FAU')
    // An earlier permit uses up the nonce, so the token creates no allowance.
    const { status, json } = await begun.submit(await begun.sign({ nonce: '7' }), {
      permitNonce: '7',
    })
    expect([status, json.code, json.reason]).toEqual([400, 'not_sponsored', 'would_revert'])
  })

  test('the host stores no signed payment for an attempt that ended, or that does not exist', async () => {
    const begun = await signed.begin(await signed.createPayer())
    const signature = await begun.sign()
    const unknown = await begun.submit(signature, {
      attempt: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
    })
    expect([unknown.status, unknown.json.code]).toEqual([404, 'attempt_not_found'])
    await call('DELETE', `/v2/secure-payments/${begun.token}/attempts/${begun.attempt}`)
    const ended = await begun.submit(signature)
    expect([ended.status, ended.json.code]).toEqual([409, 'attempt_ended'])
  })

  test('the host stores no signed payment if its operator does not sponsor the network', async () => {
    await using off = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SPONSOR_NETWORKS: '',
    })
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    const path = `/v2/secure-payments/${begun.token}`
    const { json } = await off.call('GET', `${path}/pay?wallet=${payer.address}&signed=true`)
    expect(json.signedPaymentObstacle).toBe('not_sponsored')
    const described = await off.call('GET', `${path}?wallet=${payer.address}`)
    expect(described.json.paymentOptions.devnet.USDC).not.toHaveProperty('isSponsored')
    const plain = await signed.world.test.call('GET', `${path}/pay?wallet=${payer.address}`)
    expect(plain.json).not.toHaveProperty('signedPayment')
    expect(plain.json).not.toHaveProperty('signedPaymentObstacle')
    const refused = await off.call('POST', `${path}/signed-payments`, {
      body: {
        attempt: begun.attempt,
        kind: begun.offer.kind,
        deadline: begun.offer.deadline,
        salt: begun.offer.salt,
        wallet: payer.address,
        signature: await begun.sign(),
      },
    })
    expect([refused.status, refused.json.code]).toEqual([400, 'not_sponsored'])
  })
})

describe('While a signed payment may still be made', () => {
  test('the host returns no other calldata, begins no attempt, and lets no merchant cancel', async () => {
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    await client().setAutomine(false)
    try {
      const { json } = await begun.submit(await begun.sign())
      await signed.until(json.id, 'sent')
      const path = `/v2/secure-payments/${begun.token}`
      const pay = await call('GET', `${path}/pay?wallet=${payer.address}`)
      expect([pay.status, pay.json.code]).toEqual([409, 'payment_processing'])
      const direct = await call('GET', `/v2/request/${begun.requestId}/pay?wallet=${payer.address}`)
      expect([direct.status, direct.json.code]).toEqual([409, 'payment_processing'])
      const cancelled = await call('POST', `${path}/cancel`, { body: {} })
      expect(cancelled.status).toBe(409)
      // The release of the attempt does not withdraw the signature.
      await call('DELETE', `${path}/attempts/${begun.attempt}`)
      const still = await call('GET', `${path}/pay?wallet=${payer.address}`)
      expect(still.status).toBe(409)
      const other = await begun.submit(await begun.sign({ value: '1' }))
      expect([other.status, other.json.code]).toEqual([409, 'signed_payment_exists'])
      const read = await call('GET', path)
      expect(read.json.signedPayment).toMatchObject({ id: json.id, status: 'sent' })
      await client().mine({ blocks: 1 })
      await signed.until(json.id, 'confirmed')
    } finally {
      await client().setAutomine(true)
      await client().mine({ blocks: 1 })
    }
  })
})

describe('A signed payment that is not made as the host sent it', () => {
  /** Submits a signed payment, and runs `act` while its transaction waits in the node. */
  async function whilePending(
    act: (pending: { begun: Begun; id: string; data: Hex; payer: Address }) => Promise<void>,
  ): Promise<void> {
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    await client().setAutomine(false)
    try {
      const { json } = await begun.submit(await begun.sign())
      const { tx_hash } = await signed.until(json.id, 'sent')
      await signed.world.untilSent(tx_hash)
      const { data } = await signed.row(json.id)
      await act({ begun, id: json.id, data: `0x${data.slice(2)}`, payer: payer.address })
    } finally {
      await client().setAutomine(true)
      await client().mine({ blocks: 1 })
    }
  }

  test('a stranger who sends the payment first pays the same payee once, and the payment is confirmed', async () => {
    await whilePending(async ({ begun, id, data, payer }) => {
      const hash = await signed.world.chains.wallet('devnet', 5).sendTransaction({
        to: signed.contract,
        data,
        gas: 500_000n,
        maxFeePerGas: 900_000_000_000n,
        maxPriorityFeePerGas: 800_000_000_000n,
      })
      await client().mine({ blocks: 1 })
      await client().setAutomine(true)
      const ended = await signed.until(id, 'confirmed')
      expect(ended.tx_hash).toBe(hash)
      expect(await signed.made(ended.payment_hash)).toBe(1)
      expect(await signed.payments(begun.requestId)).toMatchObject([{ payer, tx_hash: hash }])
    })
  })

  test('a payer who cancels on chain can pay in another way, and the host sends nothing more', async () => {
    await whilePending(async ({ begun, id, data, payer }) => {
      const cancel = cancelCall(data)
      await client().setBalance({ address: payer, value: 10n ** 18n })
      await client().impersonateAccount({ address: payer })
      await client().sendTransaction({
        account: payer,
        chain: null,
        to: signed.contract,
        data: cancel,
        gas: 200_000n,
        maxFeePerGas: 900_000_000_000n,
        maxPriorityFeePerGas: 800_000_000_000n,
      })
      await client().mine({ blocks: 1 })
      await client().setAutomine(true)
      const ended = await signed.until(id, 'cancelled')
      expect(await signed.made(ended.payment_hash)).toBe(0)
      const pay = await call('GET', `/v2/secure-payments/${begun.token}/pay?wallet=${payer}`)
      expect(pay.status).toBe(200)
      const relayed = await relayedOf(id)
      expect(relayed.filter(({ status }) => status === 'pending')).toEqual([])
    })
  })

  test('a stuck transaction is replaced at a higher fee, and the contract makes one payment', async () => {
    await whilePending(async ({ id }) => {
      const first = (await signed.row(id)).tx_hash
      const replacement = await waitFor('a replacement', async () => {
        signed.world.test.clock.advance(61_000)
        const { tx_hash } = await signed.row(id)
        return tx_hash === first ? null : tx_hash
      })
      await signed.world.untilSent(replacement)
      await client().setAutomine(true)
      await client().mine({ blocks: 1 })
      const ended = await signed.until(id, 'confirmed')
      expect(ended.tx_hash).not.toBe(first)
      expect(await signed.made(ended.payment_hash)).toBe(1)
    })
  })

  test('a payment that a reorganisation removes is sent again, byte for byte, and recorded once', async () => {
    const payer = await signed.createPayer()
    await client().mine({ blocks: 3 })
    const begun = await signed.begin(payer)
    const { json } = await begun.submit(await begun.sign())
    const first = await signed.until(json.id, 'confirmed')
    await client().request<{
      Method: 'anvil_reorg'
      Parameters: [number, never[]]
      ReturnType: null
    }>({ method: 'anvil_reorg', params: [1, []] })
    await waitFor('the payment to be revoked', async () =>
      (await signed.payments(begun.requestId)).length === 0 ? true : null,
    )
    const again = await signed.until(json.id, 'confirmed')
    expect(again.tx_hash).toBe(first.tx_hash)
    expect(await signed.payments(begun.requestId)).toHaveLength(1)
    expect(await signed.made(again.payment_hash)).toBe(1)
  })

  test('a payment whose deadline passes on chain expires, and its payer can pay in another way', async () => {
    await whilePending(async ({ begun, id, payer }) => {
      await signed.world.travel(new Date((begun.offer.deadline + 5) * 1_000))
      const ended = await signed.until(id, 'expired')
      expect(await signed.made(ended.payment_hash)).toBe(0)
      const pay = await call('GET', `/v2/secure-payments/${begun.token}/pay?wallet=${payer}`)
      expect(pay.status).toBe(200)
      expect(await signed.payments(begun.requestId)).toEqual([])
    })
  })
})

/** Encodes the cancellation of the payment in calldata. */
function cancelCall(data: Hex): Hex {
  const call = decodeSignedPayment(data)
  if (call === null) throw new Error('The calldata is not a signed payment.')
  return encodeCancelPayment(call.payment)
}

function relayedOf(id: string) {
  return signed.world.test.host.context.db.kysely
    .selectFrom('relayer_transactions')
    .selectAll()
    .where('recurring_payment_id', '=', `signed:${id}`)
    .execute()
}
