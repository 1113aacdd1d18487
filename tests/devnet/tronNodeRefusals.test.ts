import { utils } from 'tronweb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  accountAt,
  broadcast,
  buildApproval,
  buildPayment,
  callRpc,
  openTron,
  postJson,
  readInfo,
  type Signed,
  send,
  signWith,
  type TronWorld,
  tronWebOf,
  type Unsigned,
} from './support/tron.ts'

const DAY_MS = 86_400_000

let world: TronWorld
beforeAll(async () => {
  world = await openTron()
})
afterAll(() => world?.[Symbol.asyncDispose]())

/** Returns a transaction that the node would accept: an approval of zero. */
async function signedApproval(payer = 1): Promise<Signed> {
  const tronWeb = tronWebOf(world, payer)
  await world.chains.mine('tron')
  return tronWeb.trx.sign(await buildApproval(tronWeb, 0n))
}

/** Replaces parts of the raw data, and signs again with the same account, like tronweb. */
function alter(signed: Unsigned, change: Partial<Unsigned['raw_data']>, payer = 1): Signed {
  const altered = { ...signed, raw_data: { ...signed.raw_data, ...change } }
  const protobuf: unknown = utils.transaction.txJsonToPb(altered)
  const txID = utils.transaction.txPbToTxID(protobuf).replace(/^0x/, '')
  const raw_data_hex = utils.transaction.txPbToRawDataHex(protobuf)
  const key = accountAt(payer).privateKey.slice('0x'.length)
  return signWith(key, { ...altered, txID, raw_data_hex })
}

describe('A signature', () => {
  it('a signature is accepted from the owner', async () => {
    const signed = await signedApproval()
    expect(await broadcast(world, signed)).toMatchObject({ result: true, txid: signed.txID })
  })

  it.each([0, 40, 70, 126])('a signature is rejected when its digit %i is wrong', async (place) => {
    const signed = await signedApproval()
    const [signature = ''] = signed.signature
    const digit = signature[place] === '1' ? '2' : '1'
    const mutated = signature.slice(0, place) + digit + signature.slice(place + 1)
    const answer = await broadcast(world, { ...signed, signature: [mutated] })
    expect(answer).toMatchObject({ code: 'SIGERROR', txid: signed.txID })
    expect(answer.message).toMatch(/^Validate signature error: /)
  })

  it('a signature is rejected from another account, whose address the error names', async () => {
    const tronWeb = tronWebOf(world, 1)
    const unsigned = await buildApproval(tronWeb, 0n)
    const key = accountAt(2).privateKey.slice('0x'.length)
    const signed = signWith(key, unsigned)
    const { code, message } = await broadcast(world, signed)
    expect(code).toBe('SIGERROR')
    expect(message).toContain(`is signed by ${accountAt(2).tronAddress} but it is not contained`)
  })

  it('a signature is rejected when it is missing, short or duplicated', async () => {
    const { signature, ...rest } = await signedApproval()
    const [one = ''] = signature
    for (const signatures of [undefined, [], [one.slice(0, 128)], [one, one]]) {
      const answer = await broadcast(world, { ...rest, signature: signatures })
      expect.soft(answer.code).toBe('SIGERROR')
    }
  })

  it('a signature is rejected for changed raw data, even with the original transaction id', async () => {
    const signed = await signedApproval()
    const raw_data = { ...signed.raw_data, fee_limit: 200_000_000 }
    const answer = await broadcast(world, { ...signed, raw_data })
    expect(answer.code).toBe('SIGERROR')
    expect(answer.txid).not.toBe(signed.txID)
  })
})

describe('A transaction', () => {
  it('a transaction is rejected when it has expired, or expires in more than a day', async () => {
    const signed = await signedApproval()
    const { block_header } = await tronWebOf(world, 1).trx.getCurrentBlock()
    const nowMs = block_header.raw_data.timestamp
    for (const expiration of [nowMs, nowMs - 1, nowMs + DAY_MS + 1]) {
      const answer = await broadcast(world, alter(signed, { expiration }))
      expect.soft(answer).toMatchObject({
        code: 'TRANSACTION_EXPIRATION_ERROR',
        message: 'Transaction expired',
      })
    }
    const latest = alter(signed, { expiration: nowMs + DAY_MS })
    expect(await broadcast(world, latest)).toMatchObject({ result: true })
  })

  it('a transaction is rejected when it builds on an unknown block', async () => {
    const signed = await signedApproval()
    for (const change of [
      { ref_block_hash: '0123456789abcdef' },
      { ref_block_bytes: 'fff0' },
      { ref_block_bytes: '00' },
    ]) {
      const answer = await broadcast(world, alter(signed, change))
      expect.soft(answer).toMatchObject({ code: 'TAPOS_ERROR', message: 'Tapos check error.' })
    }
  })

  it('a transaction is rejected the second time', async () => {
    const signed = await signedApproval()
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    expect(await broadcast(world, signed)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
      txid: signed.txID,
      message: 'Dup transaction.',
    })
  })

  it('a transaction is accepted once when many copies arrive concurrently', async () => {
    const signed = await signedApproval()
    const answers = await Promise.all(Array.from({ length: 5 }, () => broadcast(world, signed)))
    expect(answers.filter(({ result }) => result === true)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'DUP_TRANSACTION_ERROR')).toHaveLength(4)
  })

  it('a transaction is rejected with a fee limit above 15,000 TRX, or without a contract', async () => {
    const signed = await signedApproval()
    const fee_limit = 15_000_000_001
    expect(await broadcast(world, alter(signed, { fee_limit }))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: 'Contract validate error : feeLimit must be >= 0 and <= 15000000000',
    })
    const text = JSON.stringify(signed.raw_data.contract)
    const contract: Unsigned['raw_data']['contract'] = JSON.parse(
      text.replace('41a614f803b6fd780986a42c78ec9c7f77e6ded13c', `41${'12'.repeat(20)}`),
    )
    expect(await broadcast(world, alter(signed, { contract }))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: 'Contract validate error : No contract or not a smart contract',
    })
  })

  it('a transaction is rejected if its account does not exist, or cannot pay for the bytes', async () => {
    const signed = await signedApproval()
    const stranger = utils.accounts.generateAccount()
    const text = JSON.stringify(signed.raw_data.contract)
    const owner = `41${accountAt(1).address.slice(2).toLowerCase()}`
    const contract: Unsigned['raw_data']['contract'] = JSON.parse(
      text.replace(owner, stranger.address.hex.toLowerCase()),
    )
    const altered = alter(signed, { contract })
    const theirs = signWith(stranger.privateKey, altered)
    expect(await broadcast(world, theirs)).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: `Contract validate error : account [${stranger.address.base58}] does not exist`,
    })
    const { tronAddress } = accountAt(3)
    const tronWeb = tronWebOf(world, 3)
    world.node.setSwitches({ balancesSun: { [tronAddress]: 10_000_000 } })
    await send(world, tronWeb, await buildApproval(tronWeb, 0n))
    world.node.setSwitches({ balancesSun: { [tronAddress]: 344_999 } })
    expect(await broadcast(world, await signedApproval(3))).toMatchObject({
      code: 'BANDWITH_ERROR',
      message: 'Account resource insufficient error.',
    })
    world.node.setSwitches({ balancesSun: { [tronAddress]: 345_000 } })
    expect(await broadcast(world, await signedApproval(3))).toMatchObject({ result: true })
  })

  it('a transaction gets an Error if it is malformed, or not a contract call', async () => {
    const url = `${world.node.url}/wallet/broadcasttransaction`
    const { raw_data, ...rest } = await signedApproval()
    const [contract] = raw_data.contract
    const transfer = { ...raw_data, contract: [{ ...contract, type: 'TransferContract' }] }
    for (const body of [{}, rest, { ...rest, raw_data: transfer }, { ...rest, raw_data: null }]) {
      expect.soft(await postJson(url, body)).toEqual({ Error: expect.stringMatching(/^class /) })
    }
  })

  it('a transaction is not read if its body exceeds the maximum size', async () => {
    const body = JSON.stringify({ raw_data_hex: '00'.repeat(200_000) })
    const url = `${world.node.url}/wallet/broadcasttransaction`
    const response = await fetch(url, { method: 'POST', body })
    expect(await response.json()).toEqual({
      Error: expect.stringContaining('body size is too big'),
    })
  })
})

describe('A transaction that fails in its block', () => {
  it('a transaction that fails in its block returns REVERT for a contract failure, and costs the used energy', async () => {
    const tronWeb = tronWebOf(world, 4)
    const before = await tronWeb.trx.getBalance(accountAt(4).tronAddress)
    const built = await buildPayment(tronWeb, { reference: '0x00000000000000aa' })
    const id = await send(world, tronWeb, built)
    const info = await readInfo(world, id)
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } })
    expect(info).not.toHaveProperty('log')
    expect(Buffer.from(info.resMessage ?? '', 'hex').toString()).toBe('REVERT opcode executed')
    expect(info.receipt.energy_usage_total).toBeGreaterThan(1_000)
    expect(await tronWeb.trx.getBalance(accountAt(4).tronAddress)).toBe(before - (info.fee ?? 0))
    expect(await tronWeb.trx.getTransaction(id)).toMatchObject({ ret: [{ contractRet: 'REVERT' }] })
    const { result } = await callRpc(world.node.rpcUrl, 'eth_getTransactionReceipt', [`0x${id}`])
    expect(result).toMatchObject({ status: '0x0', logs: [], transactionHash: `0x${id}` })
  })

  it.each([1_000_000, 10_000])(
    'a transaction that fails in its block returns OUT_OF_ENERGY for a fee limit of %i sun, and costs the limit',
    async (limit) => {
      const tronWeb = tronWebOf(world, 5)
      const built = await buildApproval(tronWeb, 5n, limit)
      const { result, receipt, resMessage } = await readInfo(
        world,
        await send(world, tronWeb, built),
      )
      expect({ result, receipt }).toMatchObject({
        result: 'FAILED',
        receipt: { result: 'OUT_OF_ENERGY', energy_fee: limit, energy_usage_total: limit / 100 },
      })
      expect(Buffer.from(resMessage ?? '', 'hex').toString()).toMatch(/^Not enough energy/)
    },
  )

  it('a transaction that fails in its block returns OUT_OF_ENERGY without enough TRX, and costs the remaining balance', async () => {
    const { tronAddress } = accountAt(6)
    const tronWeb = tronWebOf(world, 6)
    const built = await buildApproval(tronWeb, 5n)
    world.node.setSwitches({ balancesSun: { [tronAddress]: 700_000 } })
    const { receipt, fee } = await readInfo(world, await send(world, tronWeb, built))
    expect({ receipt, fee }).toMatchObject({ receipt: { result: 'OUT_OF_ENERGY' }, fee: 700_000 })
    expect(await tronWeb.trx.getBalance(tronAddress)).toBe(0)
  })
})

describe('A reorganisation', () => {
  it('a reorganisation removes a transaction from the chain, which accepts it again afterwards', async () => {
    const signed = await signedApproval()
    await broadcast(world, signed)
    await world.chains.mine('tron', 2)
    const { blockNumber } = await readInfo(world, signed.txID)
    await world.chains.reorg('tron', 3)
    const url = `${world.node.url}/wallet/gettransactioninfobyid`
    expect(await postJson(url, { value: signed.txID })).toEqual({})
    const { result } = await callRpc(world.node.rpcUrl, 'eth_getTransactionByHash', [
      `0x${signed.txID}`,
    ])
    expect(result).toBe(null)
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    expect((await readInfo(world, signed.txID)).blockNumber).toBeGreaterThan(blockNumber)
  })
})

describe('A chain that mines at intervals', () => {
  it('a chain that mines at intervals keeps a transaction pending until the next block', async () => {
    await world.chains.setBlockTime('tron', 1_000)
    const signed = await signedApproval()
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    const found = () =>
      postJson(`${world.node.url}/wallet/gettransactioninfobyid`, { value: signed.txID })
    await vi.waitFor(async () => expect(await found()).toMatchObject({ id: signed.txID }), 60_000)
    await world.chains.setBlockTime('tron', 0)
  })
})
