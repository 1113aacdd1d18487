import { createPublicClient, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountAt,
  buildApproval,
  buildPayment,
  callRpc,
  openTron,
  PAYMENT_TOPIC,
  PROXY,
  PROXY_ABI_ADDRESS,
  postJson,
  readInfo,
  send,
  type TronWorld,
  tronWebOf,
  USDT,
} from './support/tron.ts'

const proxyAbi = parseAbi([
  'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])
const MAX_UINT256 = 2n ** 256n - 1n
/** Every devnet account's initial balance: 10,000 TRX and a million of each token. */
const TRX_SUN = 10_000_000_000
const TOKEN_UNITS = 1_000_000_000_000n

let world: TronWorld
const approved = new Set<number>()
beforeAll(async () => {
  world = await openTron()
})
afterAll(() => world?.[Symbol.asyncDispose]())

/** Makes a payment from an account, after an unlimited approval the first time; returns the payment's id. */
async function pay(payer: number, reference: string): Promise<string> {
  const tronWeb = tronWebOf(world, payer)
  if (!approved.has(payer)) {
    await send(world, tronWeb, await buildApproval(tronWeb, MAX_UINT256))
    approved.add(payer)
  }
  return send(world, tronWeb, await buildPayment(tronWeb, { reference }))
}

const balanceOf = async (owner: string): Promise<bigint> => {
  const contract = await tronWebOf(world, 1).contract().at(USDT)
  return BigInt(await contract['balanceOf']?.(owner).call())
}

describe('A payment with tronweb', () => {
  it('a payment with tronweb moves tokens from the payer to the payee and the fee address', async () => {
    const { tronAddress } = accountAt(1)
    expect(tronWebOf(world, 1).defaultAddress.base58).toBe(tronAddress)
    const before = {
      payer: await balanceOf(tronAddress),
      payee: await balanceOf(accountAt(0).tronAddress),
      feeTaker: await balanceOf(accountAt(9).tronAddress),
    }
    expect(before.payer).toBe(TOKEN_UNITS)
    await pay(1, '0x0000000000000011')
    expect(await balanceOf(tronAddress)).toBe(before.payer - 1_001_000n)
    expect(await balanceOf(accountAt(0).tronAddress)).toBe(before.payee + 1_000_000n)
    expect(await balanceOf(accountAt(9).tronAddress)).toBe(before.feeTaker + 1_000n)
  })

  it('a payment with tronweb is in a block immediately, and solidified only after the lag', async () => {
    const tronWeb = tronWebOf(world, 2)
    const id = await pay(2, '0x0000000000000012')
    expect(await readInfo(world, id)).toMatchObject({ id, receipt: { result: 'SUCCESS' } })
    expect(await tronWeb.trx.getTransactionInfo(id)).toEqual({})
    await world.chains.mine('tron', world.node.switches().solidLag - 1)
    expect(await tronWeb.trx.getTransactionInfo(id)).toEqual({})
    await expect(tronWeb.trx.getConfirmedTransaction(id)).rejects.toThrow('Transaction not found')
    await world.chains.mine('tron')
    expect(await tronWeb.trx.getTransactionInfo(id)).toEqual(
      await tronWeb.trx.getUnconfirmedTransactionInfo(id),
    )
    expect(await tronWeb.trx.getConfirmedTransaction(id)).toEqual(
      await tronWeb.trx.getTransaction(id),
    )
  })

  it('a payment with tronweb has the same id whether tronweb or the node builds the transaction', async () => {
    const tronWeb = tronWebOf(world, 3)
    await send(world, tronWeb, await buildApproval(tronWeb, MAX_UINT256))
    const reference = '0x0000000000000013'
    const built = await buildPayment(tronWeb, { reference, txLocal: true })
    expect(await send(world, tronWeb, built)).toBe(built.txID)
    expect(await tronWeb.trx.getTransaction(built.txID)).toMatchObject({
      txID: built.txID,
      raw_data: built.raw_data,
      raw_data_hex: built.raw_data_hex,
      ret: [{ contractRet: 'SUCCESS' }],
    })
  })
})

describe('A transaction’s cost', () => {
  const resources = (payer: number) =>
    postJson(`${world.node.url}/wallet/getaccountresource`, {
      address: accountAt(payer).tronAddress,
      visible: true,
    })

  /** Matches a count of used units up to five minutes after their use; the count falls to 0 over a day. */
  const slowlyFrom = (units: number) =>
    expect.toSatisfy((used: number) => used <= units && used >= Math.floor(units * (287 / 288)))

  it('a transaction costs free bandwidth at first, then a thousand sun per byte, and energy at its price', async () => {
    const tronWeb = tronWebOf(world, 4)
    const { tronAddress } = accountAt(4)
    expect(await tronWeb.trx.getBalance(tronAddress)).toBe(TRX_SUN)
    const approval = await send(world, tronWeb, await buildApproval(tronWeb, MAX_UINT256))
    const first = await readInfo(world, approval)
    // A call with two words of data has 345 bytes with its signature, which is the well-known size of USDT transfers.
    expect(first.receipt).toMatchObject({ net_usage: 345, result: 'SUCCESS' })
    expect(first.receipt).not.toHaveProperty('net_fee')
    expect(first.fee).toBe(100 * (first.receipt.energy_usage_total ?? 0))
    expect(await resources(4)).toMatchObject({ freeNetUsed: slowlyFrom(345), freeNetLimit: 600 })

    const built = await buildPayment(tronWeb, { reference: '0x0000000000000014' })
    const second = await readInfo(world, await send(world, tronWeb, built))
    const { energy_fee, energy_usage_total, net_fee } = second.receipt
    // Bandwidth: 64 bytes for the result, 67 for the signature, and the raw data with its tag and length.
    expect(net_fee).toBe(1_000 * (64 + 67 + 3 + built.raw_data_hex.length / 2))
    expect(energy_fee).toBe(100 * (energy_usage_total ?? 0))
    expect(second.fee).toBe((net_fee ?? 0) + (energy_fee ?? 0))
    expect(await tronWeb.trx.getBalance(tronAddress)).toBe(
      TRX_SUN - (first.fee ?? 0) - (second.fee ?? 0),
    )
  })

  it('a transaction costs no TRX for energy until the staked energy is used up', async () => {
    const tronWeb = tronWebOf(world, 5)
    world.node.setSwitches({ energy: 20_000 })
    expect(await resources(5)).toMatchObject({ EnergyLimit: 20_000 })
    const approval = await buildApproval(tronWeb, MAX_UINT256)
    const { receipt, fee } = await readInfo(world, await send(world, tronWeb, approval))
    const total = receipt.energy_usage_total ?? 0
    expect(receipt.energy_usage).toBe(20_000)
    expect(total).toBeGreaterThan(20_000)
    expect(fee).toBe(100 * (total - 20_000))
    expect(await resources(5)).toMatchObject({ EnergyUsed: slowlyFrom(20_000) })
    world.node.setSwitches({ energy: 0 })
  })

  it('a transaction uses no more energy than estimated, and its cost follows the energy price', async () => {
    const tronWeb = tronWebOf(world, 6)
    world.node.setSwitches({ energyPriceSun: 420 })
    const built = await buildApproval(tronWeb, MAX_UINT256)
    const { energy_required } = await tronWeb.transactionBuilder.estimateEnergy(
      USDT,
      'approve(address,uint256)',
      {},
      [
        { type: 'address', value: PROXY },
        { type: 'uint256', value: MAX_UINT256.toString() },
      ],
      accountAt(6).tronAddress,
    )
    const { receipt } = await readInfo(world, await send(world, tronWeb, built))
    world.node.setSwitches({ energyPriceSun: 100 })
    expect(energy_required).toBeGreaterThanOrEqual(receipt.energy_usage_total ?? 0)
    expect(energy_required).toBeLessThan(1.1 * (receipt.energy_usage_total ?? 0))
    expect(receipt.energy_fee).toBe(420 * (receipt.energy_usage_total ?? 0))
  })
})

describe('A payment over JSON-RPC', () => {
  it('viem finds a payment over JSON-RPC by its reference, with the HTTP API’s hashes', async () => {
    const reference = '0x0000000000000015'
    const id = await pay(7, reference)
    const client = createPublicClient({ transport: http(world.node.rpcUrl, { retryCount: 0 }) })
    const [log, ...others] = await client.getContractEvents({
      address: PROXY_ABI_ADDRESS,
      abi: proxyAbi,
      eventName: 'TransferWithReferenceAndFee',
      args: { paymentReference: reference },
      fromBlock: 0n,
    })
    expect(others).toEqual([])
    expect(log?.args).toMatchObject({ amount: 1_000_000n, feeAmount: 1_000n })
    expect(log?.topics[0]).toBe(PAYMENT_TOPIC)
    const { blockNumber } = await readInfo(world, id)
    const block = await postJson(`${world.node.url}/wallet/getblockbynum`, { num: blockNumber })
    expect(block).toMatchObject({
      blockID: log?.blockHash.slice(2),
      transactions: [{ txID: id, ret: [{ contractRet: 'SUCCESS' }] }],
    })
    expect(log).toMatchObject({ transactionHash: `0x${id}`, blockNumber: BigInt(blockNumber) })
  })

  it('a payment over JSON-RPC has a consistent block, transaction and receipt', async () => {
    const id = await pay(8, '0x0000000000000016')
    const client = createPublicClient({ transport: http(world.node.rpcUrl, { retryCount: 0 }) })
    const hash = `0x${id}` as const
    const info = await readInfo(world, id)
    const receipt = await client.getTransactionReceipt({ hash })
    const block = await client.getBlock({ blockHash: receipt.blockHash, includeTransactions: true })
    const parent = await client.getBlock({ blockNumber: block.number - 1n })
    expect(block.parentHash).toBe(parent.hash)
    expect(block.transactions).toEqual([
      expect.objectContaining({
        hash,
        from: accountAt(8).address.toLowerCase(),
        to: PROXY_ABI_ADDRESS,
        value: 0n,
      }),
    ])
    const transaction = await client.getTransaction({ hash })
    expect(transaction.blockHash).toBe(receipt.blockHash)
    expect(receipt).toMatchObject({
      status: 'success',
      transactionHash: hash,
      gasUsed: BigInt(info.receipt.energy_usage_total ?? 0),
      effectiveGasPrice: 100n,
    })
    const logs = receipt.logs.map(({ address, topics, data }) => ({
      address: address.slice(2),
      topics: topics.map((topic) => topic.slice(2)),
      data: data.slice(2),
    }))
    expect(logs).toEqual(info.log)
    expect(receipt.logs.every((log) => log.blockHash === block.hash)).toBe(true)
  })

  it('a payment over JSON-RPC changes balances in sun', async () => {
    const { address, tronAddress } = accountAt(9)
    const { result } = await callRpc(world.node.rpcUrl, 'eth_getBalance', [address, 'latest'])
    expect(Number(result)).toBe(await tronWebOf(world, 9).trx.getBalance(tronAddress))
  })
})

describe('Events', () => {
  it('events are listed by contract and by transaction', async () => {
    const reference = '0x0000000000000017'
    const id = await pay(1, reference)
    const { event } = tronWebOf(world, 1)
    const { data: ofTransaction = [] } = await event.getEventsByTransactionID(id)
    expect(ofTransaction.map(({ event_name }) => event_name)).toEqual([
      'Transfer',
      'Transfer',
      'TransferWithReferenceAndFee',
    ])
    const eventName = 'TransferWithReferenceAndFee'
    const options = { eventName, orderBy: 'block_timestamp,desc' as const, limit: 1 }
    const { data: newest } = await event.getEventsByContractAddress(PROXY, options)
    expect(newest).toEqual([ofTransaction[2]])
    expect(newest?.[0]?.result).toMatchObject({ amount: '1000000', feeAmount: '1000' })

    const confirmed = { ...options, onlyConfirmed: true, limit: 200 }
    const before = await event.getEventsByContractAddress(PROXY, confirmed)
    expect(before.data?.map(({ transaction_id }) => transaction_id)).not.toContain(id)
    await world.chains.mine('tron', 2)
    const after = await event.getEventsByContractAddress(PROXY, confirmed)
    expect(after.data?.[0]?.transaction_id).toBe(id)
  })

  it('events are returned in pages', async () => {
    const url = `${world.node.url}/v1/contracts/${USDT}/events?event_name=Approval&limit=2`
    const first: Page = await (await fetch(url)).json()
    const next: Page = await (await fetch(`${url}&fingerprint=${first.meta.fingerprint}`)).json()
    expect(first.data).toHaveLength(2)
    expect(next.data).not.toHaveLength(0)
    const ids = [...first.data, ...next.data].map(({ transaction_id }) => transaction_id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

type Page = { data: { transaction_id: string }[]; meta: { fingerprint?: string } }
