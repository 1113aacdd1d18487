import { bridgeAbi, bridgeModes, type Switches } from '@secure-payment/devnet'
import { decodeFunctionData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  AMOUNT,
  type BridgeWorld,
  changes,
  contractCallsRequest,
  deposit,
  FEE,
  findPayments,
  openBridge,
  PAYEE,
  pay,
  postJson,
  putSwitches,
  quote,
  readStatus,
  SOURCE_UNITS,
  waitUntilDone,
} from './support/bridge.ts'

const TOTAL = AMOUNT + FEE
const PAYMENT = { from: 'USDC', to: 'USDC' }

let world: BridgeWorld
beforeAll(async () => {
  world = await openBridge()
})
afterAll(() => world?.[Symbol.asyncDispose]())
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
})

/** Pays under the given switches and waits until the transfer has ended; returns the balance changes of all parties. */
async function payUnder(switches: Partial<Switches>, reference: Hex) {
  world.bridge.setSwitches(switches)
  let txHash: Hex = '0x'
  const changed = await changes(world, async () => {
    txHash = await pay(world, { ...PAYMENT, reference })
    await waitUntilDone(world, txHash)
  })
  return { changed, status: await readStatus(world, txHash) }
}

describe('The switches', () => {
  it('the switches are read and changed over HTTP', async () => {
    const before = await (await fetch(world.bridge.switchesUrl)).json()
    expect(before).toEqual({ mode: 'normal', deliver: 'less', durationS: 0 })
    for (const mode of bridgeModes) {
      expect(await putSwitches(world, { mode })).toEqual({
        status: 200,
        switches: { mode, deliver: 'less', durationS: 0 },
      })
    }
    const changed = await putSwitches(world, { mode: 'partial', deliver: 'other_token' })
    expect(changed.switches).toEqual({ mode: 'partial', deliver: 'other_token', durationS: 0 })
    expect(world.bridge.switches()).toEqual(changed.switches)
  })

  it.each([
    [{ mode: 'broken' }],
    [{ mode: 'slow', delay: 5 }],
    [{ durationS: 1 }],
    [{ mode: 'normal', durationS: -1 }],
    [{ mode: 'partial', deliver: 'nothing' }],
    ['slow'],
  ])('the switches reject %j', async (body) => {
    const { status } = await putSwitches(world, body)
    expect(status).toBe(400)
    expect(world.bridge.switches().mode).toBe('normal')
  })

  it('slow: the bridge leaves a transfer pending until the mode changes', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const reference = '0x0000000000000011'
    const txHash = await pay(world, { ...PAYMENT, reference })
    const pending = await readStatus(world, txHash)
    expect(pending).toMatchObject({
      status: 'PENDING',
      substatus: 'WAIT_DESTINATION_TRANSACTION',
      sending: { txHash, amount: String(SOURCE_UNITS) },
    })
    expect(pending.receiving).toEqual({ chainId: 31_338 })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])

    world.bridge.setSwitches({ mode: 'normal' })
    expect(await waitUntilDone(world, txHash)).toMatchObject({ substatus: 'COMPLETED' })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toHaveLength(1)
  })

  it('partial: the bridge delivers half to the fallback address, without a payment', async () => {
    const reference = '0x0000000000000012'
    const { changed, status } = await payUnder({ mode: 'partial' }, reference)
    expect(changed).toEqual({
      'payer USDC devnet': -SOURCE_UNITS,
      'bridge USDC devnet': SOURCE_UNITS,
      'bridge USDC devnet-b': -TOTAL / 2n,
      'payee USDC devnet-b': TOTAL / 2n,
    })
    expect(status).toMatchObject({
      status: 'DONE',
      substatus: 'PARTIAL',
      receiving: { chainId: 31_338, amount: String(TOTAL / 2n) },
      toAddress: PAYEE,
    })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
  })

  it('partial: the bridge delivers another token to the fallback address, without a payment', async () => {
    const reference = '0x0000000000000013'
    const { changed, status } = await payUnder(
      { mode: 'partial', deliver: 'other_token' },
      reference,
    )
    expect(changed).toEqual({
      'payer USDC devnet': -SOURCE_UNITS,
      'bridge USDC devnet': SOURCE_UNITS,
      'bridge USDT devnet-b': -TOTAL,
      'payee USDT devnet-b': TOTAL,
    })
    expect(status).toMatchObject({
      substatus: 'PARTIAL',
      receiving: {
        amount: String(TOTAL),
        token: { address: world.chains.token('devnet-b', 'USDT').address },
      },
    })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
  })

  it('refunded: the bridge returns everything to the sender on the source chain', async () => {
    const reference = '0x0000000000000014'
    const { changed, status } = await payUnder({ mode: 'refunded' }, reference)
    expect(changed).toEqual({})
    expect(status).toMatchObject({
      status: 'DONE',
      substatus: 'REFUNDED',
      receiving: {
        chainId: 31_337,
        amount: String(SOURCE_UNITS),
        token: { address: world.chains.token('devnet', 'USDC').address },
      },
    })
    expect(status.receiving?.txHash).not.toBe(status.sending?.txHash)
    expect(status.toAddress).toBe(status.fromAddress)
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
  })

  it('failed: the bridge keeps the tokens and reports the failure, regardless of later modes', async () => {
    const reference = '0x0000000000000021'
    const { changed, status } = await payUnder({ mode: 'failed' }, reference)
    expect(changed).toEqual({
      'payer USDC devnet': -SOURCE_UNITS,
      'bridge USDC devnet': SOURCE_UNITS,
    })
    expect(status).toMatchObject({
      status: 'FAILED',
      substatus: 'NOT_PROCESSABLE_REFUND_NEEDED',
      receiving: { chainId: 31_338 },
    })
    world.bridge.setSwitches({ mode: 'normal' })
    // The relayer settles a later deposit first, and has checked both deposits by then.
    const later = await pay(world, { ...PAYMENT, reference: '0x0000000000000022' })
    await waitUntilDone(world, later)
    expect(await readStatus(world, status.sending?.txHash ?? '0x')).toEqual(status)
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
  })

  it('call_fails: the bridge pays the whole amount to the fallback address instead of making the call', async () => {
    const reference = '0x0000000000000015'
    const { changed, status } = await payUnder({ mode: 'call_fails' }, reference)
    expect(changed).toEqual({
      'payer USDC devnet': -SOURCE_UNITS,
      'bridge USDC devnet': SOURCE_UNITS,
      'bridge USDC devnet-b': -TOTAL,
      'payee USDC devnet-b': TOTAL,
    })
    expect(status).toMatchObject({
      status: 'DONE',
      substatus: 'COMPLETED',
      receiving: {
        chainId: 31_338,
        amount: String(TOTAL),
        token: { address: world.chains.token('devnet-b', 'USDC').address },
      },
      toAddress: PAYEE,
    })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
  })

  it('expired: the bridge’s quote has expired, so the deposit reverts and moves no tokens', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    const reference = '0x0000000000000016'
    let txHash: Hex = '0x'
    const changed = await changes(world, async () => {
      const step = await quote(world, { ...PAYMENT, reference })
      const receipt = await deposit(world, 'USDC', step)
      expect(receipt.status).toBe('reverted')
      txHash = receipt.transactionHash
      const call = decodeFunctionData({ abi: bridgeAbi, data: step.transactionRequest.data })
      if (call.functionName !== 'deposit') throw new Error('a quote is for a deposit')
      const again = world.chains.client('devnet').simulateContract({
        account: world.chains.wallet('devnet', 1).account,
        address: step.transactionRequest.to,
        abi: bridgeAbi,
        functionName: 'deposit',
        args: call.args,
      })
      await expect(again).rejects.toThrow('QuoteExpired')
    })
    expect(changed).toEqual({})
    expect(await readStatus(world, txHash)).toMatchObject({
      status: 'FAILED',
      substatus: 'EXPIRED',
      sending: { txHash, chainId: 31_337 },
    })
  })

  it('price_change: the bridge raises the next quote’s cost, for the same received amount', async () => {
    const payment = { ...PAYMENT, reference: '0x0000000000000017' } as const
    const before = await quote(world, payment)
    world.bridge.setSwitches({ mode: 'price_change' })
    const after = await quote(world, payment)
    expect(before.estimate).toMatchObject({ fromAmount: '10521000', toAmount: '10500000' })
    expect(after.estimate).toMatchObject({ fromAmount: '10605000', toAmount: '10500000' })
    expect(after.id).not.toBe(before.id)
    const { transactionHash } = await deposit(world, 'USDC', after)
    expect(await waitUntilDone(world, transactionHash)).toMatchObject({
      substatus: 'COMPLETED',
      sending: { amount: '10605000' },
    })
  })

  it('no_route: the bridge returns no quote, but still returns the status of transfers', async () => {
    const txHash = await pay(world, { ...PAYMENT, reference: '0x0000000000000018' })
    world.bridge.setSwitches({ mode: 'no_route' })
    const body = contractCallsRequest(world, { ...PAYMENT, reference: '0x0000000000000019' })
    expect(await postJson(`${world.bridge.url}/quote/contractCalls`, body)).toEqual({
      status: 404,
      body: {
        message: 'No available quotes for the requested transfer',
        code: 1002,
        errors: { filteredOut: [], failed: [] },
      },
    })
    expect(await waitUntilDone(world, txHash)).toMatchObject({ substatus: 'COMPLETED' })
  })

  it('silent: the bridge accepts a request but never responds, while transfers continue', async () => {
    const step = await quote(world, { ...PAYMENT, reference: '0x0000000000000020' })
    world.bridge.setSwitches({ mode: 'silent' })
    const { transactionHash } = await deposit(world, 'USDC', step)
    const asked = world.bridge.requests().length
    const unanswered = fetch(`${world.bridge.url}/status?txHash=${transactionHash}`, {
      signal: AbortSignal.timeout(400),
    })
    await expect(unanswered).rejects.toThrow(/timeout/)
    expect(world.bridge.requests()).toHaveLength(asked + 1)

    world.bridge.setSwitches({ mode: 'normal' })
    expect(await waitUntilDone(world, transactionHash)).toMatchObject({ substatus: 'COMPLETED' })
  })

  it('silent: the bridge shuts down despite pending requests', async () => {
    const other = await openBridge(['devnet'])
    other.bridge.setSwitches({ mode: 'silent' })
    const waiting = expect(fetch(`${other.bridge.url}/status`)).rejects.toThrow()
    await expect.poll(() => other.bridge.requests().length).toBe(1)
    await other[Symbol.asyncDispose]()
    await waiting
  })

  it('down: the bridge returns 500 for every call', async () => {
    world.bridge.setSwitches({ mode: 'down' })
    const body = contractCallsRequest(world, { ...PAYMENT, reference: '0x0000000000000023' })
    const refused = { status: 500, body: { message: expect.any(String), code: 1006 } }
    expect(await postJson(`${world.bridge.url}/quote/contractCalls`, body)).toEqual(refused)
    expect(await postJson(`${world.bridge.url}/advanced/routes`, {})).toEqual(refused)
    const response = await fetch(`${world.bridge.url}/status?txHash=0x${'ab'.repeat(32)}`)
    expect(response.status).toBe(500)
  })
})

describe('A quote’s deadline', () => {
  it('a quote’s deadline is two minutes of chain time', async () => {
    const { chains } = world
    const step = await quote(world, { ...PAYMENT, reference: '0x0000000000000022' })
    const snapshot = await chains.snapshot('devnet')
    await chains.client('devnet').increaseTime({ seconds: 125 })
    await chains.mine('devnet')
    expect((await deposit(world, 'USDC', step)).status).toBe('reverted')
    await chains.revert('devnet', snapshot)
    const receipt = await deposit(world, 'USDC', step)
    expect(receipt.status).toBe('success')
    expect(receipt.logs.map(({ address }) => address)).toContain(
      chains.contract('devnet', 'LiFiDiamond').toLowerCase(),
    )
  })
})
