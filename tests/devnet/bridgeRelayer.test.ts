import { bridgeAbi, type Chains, createChain, startBridge } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AMOUNT,
  type BridgeWorld,
  changes,
  depositByHand,
  FEE,
  findPayments,
  openBridge,
  pay,
  readStatus,
  SOURCE_UNITS,
  waitUntilDone,
} from './support/bridge.ts'
import { openDoor } from './support/openDoor.ts'

const PAYMENT = { from: 'USDC', to: 'USDC', reference: '0x00000000000000a1' } as const
const SECOND = { ...PAYMENT, reference: '0x00000000000000a2' } as const
const AT_ONCE = { durationS: 0 }
const BOUND = { timeout: 60_000 }

let world: BridgeWorld
let chains: Chains
beforeEach(async () => {
  world = await openBridge()
  chains = world.chains
})
afterEach(() => world[Symbol.asyncDispose]())

/** Counts the bridge's fills on `devnet-b`. */
async function countFills(): Promise<number> {
  const logs = await chains.client('devnet-b').getContractEvents({
    address: chains.contract('devnet-b', 'LiFiDiamond'),
    abi: bridgeAbi,
    eventName: 'Filled',
    fromBlock: 0n,
  })
  return logs.length
}

describe('The relayer', () => {
  it('the relayer pays out deposits that were made while it was stopped', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const txHash = await pay(world, PAYMENT)
    await world.bridge[Symbol.asyncDispose]()
    expect(await countFills()).toBe(0)

    await using bridge = await startBridge({ chains: chains.list, switches: AT_ONCE })
    expect(await waitUntilDone({ bridge }, txHash)).toMatchObject({ substatus: 'COMPLETED' })
  })

  it('the relayer pays each deposit once after a restart, and still returns the outcome', async () => {
    const txHash = await pay(world, PAYMENT)
    const { status, substatus, sending, receiving } = await waitUntilDone(world, txHash)
    await world.bridge[Symbol.asyncDispose]()

    await using bridge = await startBridge({ chains: chains.list, switches: AT_ONCE })
    // The relayer settles deposits in order: a second payment for the first deposit would precede the payment for the second deposit.
    await waitUntilDone({ bridge }, await pay({ ...world, bridge }, SECOND))
    expect(await countFills()).toBe(2)
    expect(await findPayments(chains, 'devnet-b', PAYMENT.reference)).toHaveLength(1)
    expect(await readStatus({ bridge }, txHash)).toMatchObject({
      status,
      substatus,
      sending: { txHash: sending?.txHash },
      receiving: { txHash: receiving?.txHash, amount: receiving?.amount },
    })
  })

  it('the relayer pays each deposit once when two relayers compete', async () => {
    await using other = await startBridge({ chains: chains.list, switches: AT_ONCE })
    const references = ['0x00000000000000b1', '0x00000000000000b2', '0x00000000000000b3'] as const
    for (const reference of references) {
      const changed = await changes(world, async () => {
        const txHash = await pay(world, { ...PAYMENT, reference })
        await waitUntilDone(world, txHash)
        await waitUntilDone({ bridge: other }, txHash)
      })
      expect(changed).toMatchObject({
        'payer USDC devnet': -SOURCE_UNITS,
        'payee USDC devnet-b': AMOUNT,
        'feeTaker USDC devnet-b': FEE,
      })
    }
    expect(await countFills()).toBe(3)
  })

  it('the relayer continues once an unreachable chain responds again', async () => {
    await world.bridge[Symbol.asyncDispose]()
    await using door = await openDoor(chains.rpcUrl('devnet-b'))
    const list = chains.list.map((chain) =>
      chain.network.id === 'devnet-b' ? createChain(chain.network, door.url, 0) : chain,
    )
    const onProblem = vi.fn()
    await using bridge = await startBridge({ chains: list, switches: AT_ONCE, onProblem })
    const behindDoor = { ...world, bridge }
    await waitUntilDone(behindDoor, await pay(behindDoor, PAYMENT))

    bridge.setSwitches({ mode: 'slow' })
    const txHash = await pay(behindDoor, SECOND)
    door.setOpen(false)
    bridge.setSwitches({ mode: 'normal' })
    await vi.waitUntil(() => onProblem.mock.calls.length > 1, BOUND)
    expect(await countFills()).toBe(1)

    door.setOpen(true)
    expect(await waitUntilDone(behindDoor, txHash)).toMatchObject({ substatus: 'COMPLETED' })
    expect(await countFills()).toBe(2)
  })

  it('the relayer pays out again only the transfers that a chain has lost', async () => {
    await waitUntilDone(world, await pay(world, PAYMENT))
    const snapshot = await chains.snapshot('devnet-b')
    const forgotten = await pay(world, SECOND)
    await waitUntilDone(world, forgotten)
    expect(await countFills()).toBe(2)

    await chains.revert('devnet-b', snapshot)
    expect(await waitUntilDone(world, forgotten)).toMatchObject({ substatus: 'COMPLETED' })
    expect(await findPayments(chains, 'devnet-b', SECOND.reference)).toHaveLength(1)
    expect(await findPayments(chains, 'devnet-b', PAYMENT.reference)).toHaveLength(1)
  })

  it('the relayer accepts deposits from a source chain that was reset', async () => {
    await waitUntilDone(world, await pay(world, PAYMENT))
    const snapshot = await chains.snapshot('devnet')
    const former = await pay(world, SECOND)
    await waitUntilDone(world, former)
    await chains.revert('devnet', snapshot)
    expect(await readStatus(world, former)).toMatchObject({ status: 'NOT_FOUND' })

    const txHash = await pay(world, { ...PAYMENT, reference: '0x00000000000000a3' })
    expect(await waitUntilDone(world, txHash)).toMatchObject({ substatus: 'COMPLETED' })
    expect(await countFills()).toBe(3)
  })

  it('the relayer refunds a deposit without a quote that orders more than it pays for', async () => {
    const txHash = await depositByHand(world, { amount: 1_000_000n, ordered: 2_000_000n })
    expect(await waitUntilDone(world, txHash)).toMatchObject({
      substatus: 'REFUNDED',
      receiving: { chainId: 31_337, amount: '1000000' },
    })
    expect(await countFills()).toBe(0)
  })

  it('the relayer pays out only after the quote’s duration', async () => {
    await world.bridge[Symbol.asyncDispose]()
    let timeMs = Date.now()
    const now = vi.fn(() => timeMs)
    await using bridge = await startBridge({ chains: chains.list, now })
    const txHash = await pay({ ...world, bridge }, PAYMENT)
    const asked = now.mock.calls.length
    // The relayer reads the time whenever it checks whether the deposit is due.
    await vi.waitUntil(() => now.mock.calls.length > asked + 3, BOUND)
    timeMs += 3_999
    const askedLate = now.mock.calls.length
    await vi.waitUntil(() => now.mock.calls.length > askedLate + 3, BOUND)
    expect(await readStatus({ bridge }, txHash)).toMatchObject({ status: 'PENDING' })
    timeMs += 1
    expect(await waitUntilDone({ bridge }, txHash)).toMatchObject({ substatus: 'COMPLETED' })
  })

  it('the relayer pays out once on chains that mine at intervals', async () => {
    await chains.setBlockTime('devnet-b', 1_000)
    const changed = await changes(world, async () => {
      await waitUntilDone(world, await pay(world, PAYMENT))
    })
    expect(changed['payee USDC devnet-b']).toBe(AMOUNT)
    expect(await countFills()).toBe(1)
  })
})
