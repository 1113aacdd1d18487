import { readFileSync } from 'node:fs'
import { RELAYER_ACCOUNT, testTokenAbi } from '@secure-payment/devnet'
import {
  type Address,
  getAddress,
  type HashTypedDataParameters,
  type Hex,
  hashTypedData,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_IN_FLIGHT } from '../../host/src/relayer/sendReady.ts'
import { startScreeningProvider } from '../support/startScreeningProvider.ts'
import { PAYEE } from '../support/testHost.ts'
import type { Payer } from './support/startPayouts.ts'
import { type RpcAnswer, startRpcServer } from './support/startRpcServer.ts'
import { type Begun, type Signed, startSigned } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

/** The host serves calls and watches the chain; each test starts the hosts that send. */
let signed: Signed
beforeAll(async () => {
  signed = await startSigned({ PAY_ROLE: 'api,watcher' })
})
afterAll(() => signed?.[Symbol.asyncDispose]())

const client = () => signed.world.chains.client('devnet')
const startSender = (env: Record<string, string> = {}) =>
  signed.world.test.startNeighbour({ PAY_ROLE: 'worker', ...env })

async function submit(): Promise<{ begun: Begun; id: string; payer: Address }> {
  const payer = await signed.createPayer()
  const begun = await signed.begin(payer)
  const { status, json } = await begun.submit(await begun.sign())
  expect(status, JSON.stringify(json)).toBe(202)
  return { begun, id: json.id, payer: payer.address }
}

/** Moves all of a payer's tokens away, or back, in the next block before other transactions. */
async function move(owner: Address, where: 'away' | 'back'): Promise<void> {
  const from = where === 'away' ? owner : VAULT
  const to = where === 'away' ? VAULT : owner
  for (const address of [from, to]) {
    await client().setBalance({ address, value: 10n ** 18n })
    await client().impersonateAccount({ address })
  }
  await client().writeContract({
    account: from,
    chain: null,
    address: signed.world.chains.token('devnet', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'transfer',
    args: [to, await signed.balanceOf('USDC', from)],
    gas: 100_000n,
    maxFeePerGas: 900_000_000_000n,
    maxPriorityFeePerGas: 800_000_000_000n,
  })
}

/** Sends an unlocked account's transactions, each in its own block. */
async function sendAll(
  account: Address,
  transactions: readonly { to: Address; data: Hex }[],
): Promise<void> {
  await client().setBalance({ address: account, value: 10n ** 18n })
  await client().impersonateAccount({ address: account })
  for (const { to, data } of transactions) {
    await client().sendTransactionSync({ account, chain: null, to, data })
  }
}

/** A client ID whose merchant has no gas left for it. */
const USED_UP = 'cli_used_up'

const VAULT: Address = '0x000000000000000000000000000000000000dEaD'

/** Returns how many of a payment's transactions reverted in a block. */
async function reverted(id: string): Promise<number> {
  const rows = await signed.world.test.host.context.db.kysely
    .selectFrom('relayer_transactions')
    .select('hash')
    .where('recurring_payment_id', '=', `signed:${id}`)
    .where('status', '=', 'reverted')
    .execute()
  return rows.length
}

describe('A stored signed payment', () => {
  test('two hosts that both send signed payments make each payment once', async () => {
    const submitted = [await submit(), await submit(), await submit()]
    await using _first = await startSender()
    await using _second = await startSender()
    for (const { id, begun } of submitted) {
      const { payment_hash } = await signed.until(id, 'confirmed')
      expect(await signed.made(payment_hash)).toBe(1)
      expect(await signed.payments(begun.requestId)).toHaveLength(1)
    }
  })

  test('a payment whose payer moves the tokens away first is rejected with the reason, costs no gas, and can be paid again', async () => {
    const { id, begun, payer } = await submit()
    await move(payer, 'away')
    const before = await client().getTransactionCount({ address: RELAYER_ACCOUNT.address })
    await using _sender = await startSender()
    expect(await signed.until(id, 'rejected')).toMatchObject({
      reason: 'would_revert',
      tx_hash: null,
    })
    expect(await client().getTransactionCount({ address: RELAYER_ACCOUNT.address })).toBe(before)
    const path = `/v2/secure-payments/${begun.token}/pay?wallet=${payer}`
    expect((await signed.world.test.call('GET', path)).status).toBe(200)
  })

  test('a payment waits with the reason while the relayer has no coins, and is sent once it has coins', async () => {
    const { id } = await submit()
    const coins = await client().getBalance({ address: RELAYER_ACCOUNT.address })
    await client().setBalance({ address: RELAYER_ACCOUNT.address, value: 0n })
    try {
      await using _sender = await startSender()
      await waitFor('the reason', async () =>
        (await signed.row(id)).reason === 'out_of_coins' ? true : null,
      )
      expect((await signed.row(id)).status).toBe('stored')
      await client().setBalance({ address: RELAYER_ACCOUNT.address, value: coins })
      await signed.until(id, 'confirmed')
    } finally {
      await client().setBalance({ address: RELAYER_ACCOUNT.address, value: coins })
    }
  })

  test('a payment waits while gas is above the ceiling, and expires after its deadline by the chain’s clock', async () => {
    const { id, begun } = await submit()
    await using _sender = await startSender({ PAY_MAX_GAS_PRICE_GWEI_DEVNET: '0.000000001' })
    await waitFor('the reason', async () =>
      (await signed.row(id)).reason === 'gas_too_expensive' ? true : null,
    )
    await signed.world.travel(new Date((begun.offer.deadline + 5) * 1_000))
    const ended = await signed.until(id, 'expired')
    expect(ended.tx_hash).toBeNull()
    expect(await signed.made(ended.payment_hash)).toBe(0)
  })

  test('a payment that always reverts after its simulation costs gas at most twice, and cannot be paid otherwise until its deadline', async () => {
    const { id, begun, payer } = await submit()
    await client().setAutomine(false)
    await using _sender = await startSender()
    try {
      for (const round of [1, 2]) {
        const { tx_hash } = await signed.until(id, 'sent')
        await signed.world.untilSent(tx_hash)
        await move(payer, 'away')
        await client().mine({ blocks: 1 })
        await waitFor(`revert ${round}`, async () => ((await reverted(id)) === round ? true : null))
        await move(payer, 'back')
        await client().mine({ blocks: 1 })
      }
      await waitFor('the reason', async () =>
        (await signed.row(id)).reason === 'reverted' ? true : null,
      )
      const path = `/v2/secure-payments/${begun.token}/pay?wallet=${payer}`
      // Anyone may have the signature from the reverted transactions.
      expect((await signed.world.test.call('GET', path)).json.code).toBe('payment_processing')
      await signed.world.travel(new Date((begun.offer.deadline + 5) * 1_000))
      await signed.until(id, 'expired')
      expect(await reverted(id)).toBe(2)
    } finally {
      await client().setAutomine(true)
      await client().mine({ blocks: 1 })
    }
  })
})

describe('A stored signed payment that the executor has not sent', () => {
  test('the host never sends it once another wallet has paid the request with calldata from before', async () => {
    const other = await signed.createPayer()
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    const { json } = await signed.world.test.call(
      'GET',
      `/v2/secure-payments/${begun.token}/pay?wallet=${other.address}`,
    )
    const { status, json: stored } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(stored)).toBe(202)
    const before = await signed.balanceOf('USDC', payer.address)
    await sendAll(other.address, json.transactions)
    await waitFor('the other payment', async () =>
      (await signed.payments(begun.requestId)).length === 1 ? true : null,
    )
    await using _sender = await startSender()
    const ended = await waitFor('the end of the signed payment', async () => {
      const row = await signed.row(stored.id)
      return row.status === 'rejected' || row.status === 'confirmed' ? row : null
    })
    expect(ended).toMatchObject({ reason: 'paid_otherwise', tx_hash: null })
    expect(await signed.made(ended.payment_hash)).toBe(0)
    expect(await signed.balanceOf('USDC', payer.address)).toBe(before)
    expect(await signed.payments(begun.requestId)).toMatchObject([{ payer: other.address }])
  })

  test('a host whose operator removed the relayer’s key lets the payer pay in another way after the deadline', async () => {
    const { id, begun, payer } = await submit()
    await using _keyless = await startSender({
      PAY_RELAYER_PRIVATE_KEY: '',
      PAY_SPONSOR_NETWORKS: '',
    })
    await signed.world.travel(new Date((begun.offer.deadline + 5) * 1_000))
    await signed.until(id, 'expired')
    const path = `/v2/secure-payments/${begun.token}/pay?wallet=${payer}`
    expect((await signed.world.test.call('GET', path)).status).toBe(200)
  })

  test('payments that a merchant’s used-up gas holds back delay no other payment', async () => {
    const { kysely } = signed.world.test.host.context.db
    const held = await submit()
    const day = signed.world.test.host.context.now().toISOString().slice(0, 10)
    await kysely
      .insertInto('relay_spending')
      .values({ day, network: 'devnet', bucket: USED_UP, gas: BigInt(Number.MAX_SAFE_INTEGER) })
      .execute()
    await kysely
      .updateTable('signed_payments')
      .set({ client_id: USED_UP })
      .where('id', '=', held.id)
      .execute()
    const row = await signed.row(held.id)
    const { requestIds } = await signed.world.test.createPayment({
      requests: Array.from({ length: MAX_IN_FLIGHT }, () => ({
        payee: PAYEE,
        invoiceCurrency: 'USDC-devnet',
        paymentCurrency: 'USDC-devnet',
        amount: '12.5',
      })),
    })
    const copies = requestIds.map((requestId, index) => ({
      ...row,
      id: `${row.id.slice(0, -2)}${String(index).padStart(2, '0')}`,
      request_id: requestId,
      payment_hash: `0x${index.toString(16).padStart(64, '0')}`,
    }))
    await kysely.insertInto('signed_payments').values(copies).execute()
    const { id } = await submit()
    try {
      await using _sender = await startSender()
      await signed.until(id, 'confirmed')
      expect(await signed.row(held.id)).toMatchObject({ status: 'stored', reason: 'no_gas_left' })
    } finally {
      const ids = [held.id, ...copies.map((copy) => copy.id)]
      await kysely.deleteFrom('signed_payments').where('id', 'in', ids).execute()
    }
  })
})

describe('The host declines a signed payment', () => {
  test('the host declines a signed payment while its account is empty, or gas is above its ceiling', async () => {
    const begun = await signed.begin(await signed.createPayer())
    const signature = await begun.sign()
    const coins = await client().getBalance({ address: RELAYER_ACCOUNT.address })
    await client().setBalance({ address: RELAYER_ACCOUNT.address, value: 0n })
    const empty = await begun.submit(signature)
    await client().setBalance({ address: RELAYER_ACCOUNT.address, value: coins })
    expect([empty.status, empty.json.code]).toEqual([503, 'sponsor_unavailable'])
    const ceiling = { PAY_ROLE: 'api', PAY_MAX_GAS_PRICE_GWEI_DEVNET: '0.000000001' }
    await using dear = await signed.world.test.startNeighbour(ceiling)
    const spike = await begun.submit(signature, {}, dear.call)
    expect([spike.status, spike.json.code]).toEqual([503, 'sponsor_unavailable'])
    expect((await begun.submit(signature)).status).toBe(202)
  })

  const limits: readonly [string, Record<string, string>, number, string][] = [
    ['of the service', { PAY_SPONSOR_HOURLY_TOTAL: '0' }, 429, 'too_many_sponsored'],
    ['of a merchant', { PAY_SPONSOR_HOURLY: '0' }, 429, 'too_many_sponsored'],
    ['of a payer', { PAY_SPONSOR_HOURLY_PAYER: '0' }, 429, 'too_many_sponsored'],
    [
      'of coins on the network',
      { PAY_SPONSOR_HOURLY_COINS_DEVNET: '0.000000001' },
      429,
      'too_many_sponsored',
    ],
    ['of gas per day', { PAY_RELAY_DAILY_GAS: '1' }, 429, 'too_many_sponsored'],
    ['of gas per payment', { PAY_SPONSOR_MAX_GAS: '100000' }, 400, 'not_sponsored'],
    ['to listed merchants', { PAY_RELAY_FOR: 'none' }, 400, 'not_sponsored'],
  ]
  test.each(limits)(
    'the host declines a signed payment above the limit %s',
    async (_, env, status, code) => {
      const begun = await signed.begin(await signed.createPayer())
      await using limited = await signed.world.test.startNeighbour({ PAY_ROLE: 'api', ...env })
      const answer = await begun.submit(await begun.sign(), {}, limited.call)
      expect([answer.status, answer.json.code]).toEqual([status, code])
    },
  )

  test('the host declines a signed payment above the limit of a client ID, and accepts one of the merchant', async () => {
    await using limited = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SPONSOR_HOURLY_CLIENT_ID: '0',
    })
    const ofMerchant = await signed.begin(await signed.createPayer())
    const accepted = await ofMerchant.submit(await ofMerchant.sign(), {}, limited.call)
    expect(accepted.status).toBe(202)
    const ofClient = await signed.begin(await signed.createPayer())
    const { clientId } = await signed.world.test.createClientId()
    await signed.world.test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ client_id: clientId })
      .where('token', '=', ofClient.token)
      .execute()
    const answer = await ofClient.submit(await ofClient.sign(), {}, limited.call)
    expect([answer.status, answer.json.code]).toEqual([429, 'too_many_sponsored'])
  })

  test('the host accepts exactly as many concurrent signed payments as the hourly limit allows', async () => {
    const payer = await signed.createPayer()
    await using limited = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SPONSOR_HOURLY_PAYER: '3',
    })
    const begun: Begun[] = []
    while (begun.length < 8) begun.push(await signed.begin(payer))
    const signatures = await Promise.all(begun.map((one) => one.sign()))
    const answers = await Promise.all(
      begun.map((one, index) => one.submit(signatures[index] ?? '0x', {}, limited.call)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429])
  })

  test('the host declines the second signed payment of a payer above the hourly limit, and names the wait', async () => {
    const payer = await signed.createPayer()
    await using limited = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SPONSOR_HOURLY_PAYER: '1',
    })
    const first = await signed.begin(payer)
    expect((await first.submit(await first.sign(), {}, limited.call)).status).toBe(202)
    const second = await signed.begin(payer)
    const answer = await second.submit(await second.sign(), {}, limited.call)
    expect([answer.status, answer.json.code]).toEqual([429, 'too_many_sponsored'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
  })
})

describe('A node that lies to the relayer', () => {
  /** Starts a node that responds to some calls with `lie`, and forwards the others. */
  async function startLiar(lie: (method: string, params: readonly unknown[]) => RpcAnswer | null) {
    const target = signed.world.chains.rpcUrl('devnet')
    return startRpcServer(async (method, params) => {
      const told = lie(method, params)
      if (told !== null) return told
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const answer = await response.json()
      return 'error' in answer ? { error: answer.error } : { result: answer.result }
    })
  }
  const textOf = (params: readonly unknown[]) => JSON.stringify(params)
  /** `isUsed(bytes32)` and `payWithAuthorization`, by their selectors. */
  const IS_USED = '0xfe255a18'
  const PAY = '0x202abbd8'

  test('a node that reports an unused payment as used ends nothing, and the payment is made once', async () => {
    const { id } = await submit()
    await using liar = await startLiar((method, params) =>
      method === 'eth_call' && textOf(params).includes(IS_USED)
        ? { result: `0x${'1'.padStart(64, '0')}` }
        : null,
    )
    await using _sender = await startSender({ PAY_RPC_URL_DEVNET: liar.url })
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
  })

  test('a node that reports a revert rejects a payment that was never sent, and no honest host sends it later', async () => {
    const { id } = await submit()
    await using liar = await startLiar((method, params) =>
      method === 'eth_estimateGas' && textOf(params).includes(PAY)
        ? { error: { code: 3, message: 'execution reverted' } }
        : null,
    )
    {
      await using _sender = await startSender({ PAY_RPC_URL_DEVNET: liar.url })
      await signed.until(id, 'rejected')
    }
    const next = await submit()
    await using _honest = await startSender()
    await signed.until(next.id, 'confirmed')
    const { status, payment_hash } = await signed.row(id)
    expect([status, await signed.made(payment_hash)]).toEqual(['rejected', 0])
  })

  test('a node that loses each transaction it accepts delays a payment until another node is reached', async () => {
    const { id } = await submit()
    await using liar = await startLiar((method) =>
      method === 'eth_sendRawTransaction' ? { result: `0x${'7c'.repeat(32)}` } : null,
    )
    {
      await using _sender = await startSender({ PAY_RPC_URL_DEVNET: liar.url })
      await signed.until(id, 'sent')
      const row = await signed.row(id)
      expect(await signed.made(row.payment_hash)).toBe(0)
    }
    await using _honest = await startSender()
    const { payment_hash } = await signed.until(id, 'confirmed')
    expect(await signed.made(payment_hash)).toBe(1)
  })
})

describe('A smart account', () => {
  test('a smart account whose signature is not 65 bytes long pays by the token’s variant for it', async () => {
    const address = getAddress('0x000000000000000000000000000000000000ec40')
    const { bytecode } = JSON.parse(
      readFileSync(
        new URL('../../packages/devnet/artifacts/EchoAccount.json', import.meta.url),
        'utf8',
      ),
    )
    const { data } = await client().call({ data: bytecode })
    await client().setCode({ address, bytecode: data ?? '0x' })
    const plain = await signed.createPayer()
    await move(plain.address, 'away')
    await client().impersonateAccount({ address: VAULT })
    await client().writeContractSync({
      account: VAULT,
      chain: null,
      address: signed.world.chains.token('devnet', 'USDC').address,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [address, 100_000_000n],
    })
    // The account accepts the signed hash itself as its signature.
    const echo = {
      address,
      signTypedData: async (typed: HashTypedDataParameters): Promise<Hex> => hashTypedData(typed),
    } as unknown as Payer
    const begun = await signed.begin(echo)
    expect(begun.offer.kind).toBe('eip3009')
    const { status, json } = await begun.submit(await begun.sign())
    expect(status, JSON.stringify(json)).toBe(202)
    await using _sender = await startSender()
    await signed.until(json.id, 'confirmed')
    expect(await signed.payments(begun.requestId)).toMatchObject([{ payer: address }])
  })
})

describe('A screened payer', () => {
  test('a wallet on the deny list submits no signature', async () => {
    const payer = await signed.createPayer()
    const begun = await signed.begin(payer)
    await using screening = await signed.world.test.startNeighbour({
      PAY_ROLE: 'api',
      PAY_SCREENING: 'list',
      PAY_SCREENING_LIST: payer.address.toLowerCase(),
    })
    const { status, json } = await begun.submit(await begun.sign(), {}, screening.call)
    expect([status, json.code]).toEqual([403, 'wallet_not_accepted'])
  })

  test('a wallet that the deny list names after its signature is never relayed, costs no gas, and the merchant gets the reason', async () => {
    const { id, begun, payer } = await submit()
    const before = await client().getTransactionCount({ address: RELAYER_ACCOUNT.address })
    await using _sender = await startSender({
      PAY_SCREENING: 'list',
      PAY_SCREENING_LIST: payer.toLowerCase(),
    })
    const ended = await signed.until(id, 'rejected')
    expect(ended).toMatchObject({ reason: 'wallet_not_accepted', tx_hash: null, sent_at: null })
    expect(await signed.made(ended.payment_hash)).toBe(0)
    expect(await client().getTransactionCount({ address: RELAYER_ACCOUNT.address })).toBe(before)
    const rejection = { wallet: payer, is_allowed: 0, reason_code: 'deny_list' }
    const recorded = await signed.world.test.host.context.db.kysely
      .selectFrom('payment_screenings')
      .select(['wallet', 'is_allowed', 'reason_code'])
      .where('token', '=', begun.token)
      .execute()
    expect(recorded).toEqual([rejection])
  })

  test('a wallet whose screening fails waits with the reason, and is relayed once a decision exists', async () => {
    await using provider = await startScreeningProvider()
    provider.status = 500
    const { id } = await submit()
    await using _sender = await startSender(provider.env)
    await waitFor('the reason', async () =>
      (await signed.row(id)).reason === 'not_screened' ? true : null,
    )
    expect((await signed.row(id)).status).toBe('stored')
    provider.status = 200
    await signed.until(id, 'confirmed')
  })
})
