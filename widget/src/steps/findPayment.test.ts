import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { aPaymentLog, aRecord, PAYEE, PAYER, REFERENCE, USDC } from '../testing/examples.ts'
import { type Answers, fakeProvider } from '../testing/fakes.ts'
import type { ChainReader } from './chainReader.ts'
import { findByNonce, findPayment, hasPayment } from './findPayment.ts'

const network = getNetwork('devnet')
const HASH = `0x${'a1'.repeat(32)}`
const item = { paymentReference: REFERENCE, payee: PAYEE, token: USDC, dueUnits: 10_000_000n }
const items = [{ ...item, isConverted: false }]
const STRANGER = '0x00000000000000000000000000000000000000bb'
/** Returns the payment's event with another amount; 10 USDC are 0x989680. */
const paying = (amountHex: string, hash = HASH) =>
  aPaymentLog(hash, { data: aPaymentLog(hash).data.replace('989680', amountHex) })
const sentBy = (from: string) => (hash: string) => ({
  hash,
  from,
  to: PAYEE,
  value: '0x0',
  input: '0x',
  nonce: '0x7',
})

function reader(answers: Answers) {
  const node = fakeProvider({ eth_blockNumber: '0x70', ...answers })
  const chain: ChainReader = { read: (method, params) => node.request({ method, params }) }
  return { chain, node }
}

describe('findPayment of a conversion', () => {
  const CONVERSION_PROXY = '0x5eCc000000000000000000000000000000000003'
  const dollars = [{ ...item, dueUnits: 80_00000000n, isConverted: true }]
  const word = (units: bigint | string) => BigInt(units).toString(16).padStart(64, '0')
  const paid = aPaymentLog(HASH, { address: CONVERSION_PROXY })
  const converted = (units: bigint, patch: object = {}) => ({
    ...paid,
    // TransferWithConversionAndReference(amount, currency, reference, fee, maxRateTimespan)
    topics: ['0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc', paid.topics[1]],
    data: `0x${[units, '0x775eb53d00dd0acd3ec1696472105d579b9b386b', 0n, 0n].map(word).join('')}`,
    logIndex: '0x1',
    ...patch,
  })
  const found = (...logs: unknown[]) => {
    const eth_getTransactionByHash = sentBy('0x000000000000000000000000000000000000dEaD')
    const { chain } = reader({ eth_getLogs: logs, eth_getTransactionByHash })
    return findPayment(chain, network, aRecord(), dollars)
  }

  it('findPayment of a conversion finds the payment by the amount in the conversion proxy’s own event', async () => {
    expect(await found(paid, converted(80_00000000n))).toBe(HASH)
  })

  it('findPayment of a conversion matches neither a part of the amount nor the amount in tokens', async () => {
    expect(await found(paid, converted(79_99999999n))).toBeNull()
    expect(await found(paid)).toBeNull()
    const stranger = { address: '0x000000000000000000000000000000000000bEEF' }
    expect(await found(paid, converted(80_00000000n, stranger))).toBeNull()
  })

  it.each([
    [10_000_000n, HASH],
    [10_000_001n, null],
  ])(
    'findPayment of a conversion finds a plain payment at a quote from %s units',
    async (plainUnits, expected) => {
      const { chain } = reader({ eth_getLogs: [aPaymentLog(HASH)], eth_getTransactionByHash: null })
      const wanted = dollars.map((one) => ({ ...one, plainUnits }))
      expect(await findPayment(chain, network, aRecord(), wanted)).toBe(expected)
    },
  )
})

describe('findPayment', () => {
  it('findPayment finds the payment by its event, and searches only since the attempt began', async () => {
    const { chain, node } = reader({ eth_getLogs: [aPaymentLog(HASH)] })
    expect(await findPayment(chain, network, aRecord(), items)).toBe(HASH)
    const [filter] = node.calls.find((call) => call.method === 'eth_getLogs')?.params ?? []
    expect(filter).toMatchObject({ fromBlock: '0x64', toBlock: 'latest' })
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a look-alike proxy', { address: `0x${'66'.repeat(20)}` }],
    ['another reference', { topics: [aPaymentLog(HASH).topics[0], `0x${'cd'.repeat(32)}`] }],
    [
      'another payee',
      { data: aPaymentLog(HASH).data.replace(PAYEE.slice(2).toLowerCase(), '77'.repeat(20)) },
    ],
    ['another token', { data: aPaymentLog(HASH).data.replace(USDC.slice(2), '88'.repeat(20)) }],
    ['an amount of nothing', { data: aPaymentLog(HASH).data.replace('989680', '000000') }],
    ['a log without a hash', { transactionHash: null }],
    ['a pending log', { blockNumber: null }],
  ])('findPayment is not deceived by %s', async (_, patch) => {
    const { chain } = reader({ eth_getLogs: [aPaymentLog(HASH, patch)] })
    expect(await findPayment(chain, network, aRecord(), items)).toBeNull()
  })

  it('findPayment skips payments that are already known', async () => {
    const { chain } = reader({ eth_getLogs: [aPaymentLog(HASH)] })
    expect(await findPayment(chain, network, aRecord(), items, [HASH])).toBeNull()
  })

  it.each([
    ['what is due', '989680', STRANGER, true],
    ['more than is due', '98968f', STRANGER, true],
    ['one unit less, by a stranger', '98967f', STRANGER, false],
    ['dust, by a stranger', '000001', STRANGER, false],
    ['a part, by the payer', '000001', PAYER.toLowerCase(), true],
  ])('findPayment decides whether %s is the payment', async (_, amountHex, from, isFound) => {
    const { chain } = reader({
      eth_getLogs: [paying(amountHex)],
      eth_getTransactionByHash: sentBy(from),
    })
    const found = await findPayment(chain, network, aRecord(), items)
    expect(found).toBe(isFound ? HASH : null)
  })

  it('findPayment finds the payment after earlier dust', async () => {
    const { chain } = reader({
      eth_getLogs: [paying('000001', `0x${'dd'.repeat(32)}`), aPaymentLog(HASH)],
      eth_getTransactionByHash: sentBy(STRANGER),
    })
    expect(await findPayment(chain, network, aRecord(), items)).toBe(HASH)
  })

  it('findPayment looks up the senders of only a few events', async () => {
    const dust = Array.from({ length: 200 }, (__, index) =>
      paying('000001', `0x${index.toString(16).padStart(64, '0')}`),
    )
    const { chain, node } = reader({
      eth_getLogs: dust,
      eth_getTransactionByHash: sentBy(STRANGER),
    })
    expect(await findPayment(chain, network, aRecord(), items)).toBeNull()
    expect(node.methods().filter((name) => name === 'eth_getTransactionByHash')).toHaveLength(20)
  })

  it.each([
    [STRANGER, null],
    [PAYER, HASH],
  ])(
    'findPayment accepts only the payer’s own event when the due amount is unknown: %s',
    async (from, expected) => {
      const { chain } = reader({
        eth_getLogs: [aPaymentLog(HASH)],
        eth_getTransactionByHash: sentBy(from),
      })
      expect(await findPayment(chain, network, aRecord(), [])).toBe(expected)
    },
  )

  it('findPayment splits the range to the network’s limit, within its own bound', async () => {
    const { chain, node } = reader({ eth_blockNumber: '0x186a0', eth_getLogs: [] })
    await findPayment(chain, { ...network, maxLogRange: 1_000 }, aRecord({ blockBefore: 0 }), items)
    const ranges = node.calls
      .filter((call) => call.method === 'eth_getLogs')
      .map(({ params: [filter] }) => filter)
    expect(ranges).toHaveLength(6)
    expect(ranges[0]).toMatchObject({ fromBlock: '0x17318', toBlock: '0x176ff' })
    expect(ranges[5]).toMatchObject({ fromBlock: '0x186a0', toBlock: 'latest' })
  })

  it('hasPayment matches a receipt’s logs by the same rules as findPayment', () => {
    expect(hasPayment([{}, aPaymentLog(HASH)], network, REFERENCE, items)).toBe(true)
    expect(hasPayment([aPaymentLog(HASH)], network, '0x00000000000000b2', items)).toBe(false)
    expect(hasPayment(null, network, REFERENCE, items)).toBe(false)
  })
})

describe('findByNonce', () => {
  const transaction = {
    hash: HASH,
    from: PAYER.toLowerCase(),
    to: PAYEE,
    value: '0x0',
    input: '0x',
    nonce: '0x7',
  }
  const found = { hash: HASH, nonce: 7, value: 0n }
  const block = (number: unknown) => ({ transactions: number === '0x69' ? [transaction] : [] })

  it('findByNonce uses the node’s own index', async () => {
    const { chain } = reader({ eth_getTransactionBySenderAndNonce: transaction })
    expect(await findByNonce(chain, aRecord())).toMatchObject(found)
  })

  it('findByNonce bisects the transaction count when there is no index', async () => {
    const { chain, node } = reader({
      eth_getTransactionCount: (_: unknown, at: string) => (Number(at) >= 0x69 ? '0x8' : '0x7'),
      eth_getBlockByNumber: block,
    })
    expect(await findByNonce(chain, aRecord())).toMatchObject(found)
    expect(node.methods().filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  })

  it('findByNonce reads block by block when the node keeps no history', async () => {
    const { chain } = reader({ eth_getTransactionCount: null, eth_getBlockByNumber: block })
    expect(await findByNonce(chain, aRecord())).toMatchObject(found)
  })

  it('findByNonce ignores another account’s transaction with the same nonce', async () => {
    const other = { ...transaction, from: PAYEE.toLowerCase() }
    const { chain } = reader({
      eth_getTransactionCount: null,
      eth_getBlockByNumber: { transactions: [other] },
    })
    expect(await findByNonce(chain, aRecord())).toBeNull()
  })
})
