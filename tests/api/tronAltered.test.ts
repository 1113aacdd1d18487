import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTronRelay, type TronWireCall, usdtItem } from '../support/startTronRelay.ts'
import {
  encodeTron,
  signTron,
  type TronJson,
  tronPayer,
  tronStranger,
} from '../support/tronWallets.ts'

/**
 * The relay rejects every altered transaction, and every signed transaction that the payment does not need. It neither sends nor
 * stores a rejected transaction.
 */
const relay = await startTronRelay()
const { test, node, sign, broadcast, expectMismatch, readStored } = relay
afterAll(() => relay[Symbol.asyncDispose]())

const DAY_MS = 24 * 3_600_000

let token: string
let approval: TronWireCall
let payment: TronWireCall
beforeEach(async () => {
  ;({ token, approval, payment } = await relay.createPayment())
})

describe('An altered transaction', () => {
  it('an altered transaction is rejected after a change to any JSON field', async () => {
    const signed = await sign(payment)
    const changes = [...leavesOf(signed)].filter(([path]) => path[0] !== 'signature')
    expect(changes.length).toBeGreaterThan(11)
    for (const [path, value] of changes) {
      await expectMismatch(token, withValue(signed, path, changed(value)), /^signedTransaction/)
    }
  })

  it('an altered transaction is rejected if its raw data has a missing or an additional field', async () => {
    const signed = await sign(payment)
    const paths = [...leavesOf(signed)].map(([path]) => path)
    for (const path of paths.filter((one) => one[0] === 'raw_data')) {
      await expectMismatch(
        token,
        withValue(signed, path, undefined),
        /^signedTransaction\.raw_data/,
      )
    }
    const extended = structuredClone(signed)
    extended.raw_data.data = '68656c6c6f'
    await expectMismatch(token, extended, 'raw_data.data')
    const permitted = structuredClone(signed)
    permitted.raw_data.contract[0].Permission_id = 2
    await expectMismatch(token, permitted, 'raw_data.contract[0].Permission_id')
    const twice = structuredClone(signed)
    twice.raw_data.contract.push(twice.raw_data.contract[0])
    await expectMismatch(token, twice, 'raw_data.contract[1]')
  })

  it('an altered transaction is rejected after a change to its signature', async () => {
    const signed = await sign(payment)
    const [signature = ''] = signed.signature
    const others = [
      [`${signature.slice(0, -2)}1d`],
      [`${'00'.repeat(64)}1b`],
      [`${'ff'.repeat(64)}1b`],
      [signature.slice(0, -2)],
      [`${signature}00`],
      [signature, signature],
      (await sign(payment, {}, tronStranger)).signature,
      (await sign(payment, { feeLimit: 1 })).signature,
    ]
    for (const other of others)
      await expectMismatch(token, { ...signed, signature: other }, 'signature')
  })

  it('an altered transaction is rejected after a change to any byte of its raw data, whether it is signed again or not', async () => {
    const signed = await sign(payment)
    const bytes = Buffer.from(signed.raw_data_hex, 'hex')
    for (let index = 0; index < bytes.length; index += 1) {
      const other = Buffer.from(bytes)
      other[index] = (other[index] ?? 0) ^ (1 << (index % 8))
      const raw_data_hex = other.toString('hex')
      const resigned = signTron({ ...signed, raw_data_hex, txID: idOf(other) }, tronPayer)
      const sent = index % 2 === 0 ? resigned : { ...signed, raw_data_hex }
      const { status, json } = await broadcast(token, sent)
      expect({ index, status, code: json.code }).toEqual({
        index,
        status: 400,
        code: 'tron_transaction_mismatch',
      })
    }
    expect(node.sent).toEqual([])
    expect(await readStored(token)).toEqual([])
  })
})

describe('A transaction that its owner signed for another purpose', () => {
  const value = 'raw_data.contract[0].parameter.value'

  it.each<[string, (data: string) => string]>([
    ['another token', (data) => withWord(data, 0, '11')],
    ['another payee', (data) => withWord(data, 1, '22')],
    ['another amount', (data) => withWord(data, 2, '33')],
    ['another reference', (data) => `${data.slice(0, -64)}${'44'.repeat(8)}${'00'.repeat(24)}`],
    ['another fee', (data) => withWord(data, 4, '55')],
    ['another fee address', (data) => withWord(data, 5, '66')],
    ['another function', (data) => `0xa9059cbb${data.slice(10)}`],
    ['more bytes', (data) => `${data}00`],
    ['fewer bytes', (data) => data.slice(0, -2)],
  ])(
    'a transaction that its owner signed for another purpose is rejected: %s',
    async (_, change) => {
      const other = await sign({ ...payment, data: change(payment.data) })
      await expectMismatch(token, other, `${value}.data`)
    },
  )

  it('a transaction for another spender, or another approved amount, is rejected', async () => {
    const spender = { ...approval, data: withWord(approval.data, 0, '11') }
    await expectMismatch(token, await sign(spender), `${value}.data`)
    const amount = { ...approval, data: withWord(approval.data, 1, '22') }
    await expectMismatch(token, await sign(amount), `${value}.data`)
  })

  it('a transaction for another contract is rejected', async () => {
    const other = await sign({ ...payment, to: tronStranger.address })
    await expectMismatch(token, other, `${value}.contract_address`)
  })

  it('a transaction that pays another secure payment is rejected', async () => {
    const { token: foreign } = await test.createPayment({ requests: [usdtItem] })
    const { json } = await test.call('GET', `/v2/secure-payments/${foreign}/pay`)
    await expectMismatch(token, await sign(json.transactions[1]), `${value}.data`)
  })

  it('a transaction that sends TRX, or has a higher fee limit, is rejected', async () => {
    await expectMismatch(token, await sign(payment, { callValue: 1 }), `${value}.call_value`)
    const feeLimit = payment.feeLimit + 1
    await expectMismatch(token, await sign(payment, { feeLimit }), 'raw_data.fee_limit')
    await expectMismatch(
      token,
      await sign(approval, { feeLimit: approval.feeLimit + 1 }),
      'raw_data.fee_limit',
    )
  })

  it('a transaction that has expired, or is valid for more than a day, is rejected', async () => {
    await expectMismatch(token, await sign(payment, { lifeMs: 0 }), 'raw_data.expiration')
    await expectMismatch(token, await sign(payment, { lifeMs: -1 }), 'raw_data.expiration')
    await expectMismatch(token, await sign(payment, { lifeMs: DAY_MS + 1 }), 'raw_data.expiration')
  })

  it('a transaction that its owner signed for another purpose is rejected: with a memo, a permission, or as another kind of contract', async () => {
    const { raw_data: rawData } = await sign(payment)
    const [contract] = rawData.contract
    const others: TronJson[] = [
      encodeTron({ ...rawData, data: '68656c6c6f' }),
      encodeTron({ ...rawData, contract: [{ ...contract, Permission_id: 2 }] }),
      encodeTron({
        ...rawData,
        contract: [
          {
            type: 'TransferContract',
            parameter: {
              type_url: 'type.googleapis.com/protocol.TransferContract',
              value: {
                owner_address: contract.parameter.value.owner_address,
                to_address: contract.parameter.value.contract_address,
                amount: 1,
              },
            },
          },
        ],
      }),
    ]
    for (const other of others) {
      await expectMismatch(token, signTron(other, tronPayer), /^signedTransaction\.raw_data/)
    }
  })

  it('a transaction that a wallet other than its owner signed is rejected', async () => {
    await expectMismatch(token, await sign(payment, {}, tronStranger), 'signature')
  })
})

type Path = readonly (string | number)[]

/** Returns every primitive value of a JSON document, with its path. */
function* leavesOf(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value]
    return
  }
  for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, key])
}

/** Returns a copy with `value` at a path; undefined removes the member. */
function withValue(root: object, path: Path, value: unknown): unknown {
  const copy = structuredClone(root)
  // biome-ignore lint/suspicious/noExplicitAny: walks a JSON of any shape.
  const parent: any = path.slice(0, -1).reduce((at: any, key) => at[key], copy)
  const last = path.at(-1) ?? ''
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

/** Returns a different value of the same form, so that the schema accepts it. */
function changed(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const last = text.at(-1) === '0' ? '1' : '0'
  return text.slice(0, -1) + last
}

function idOf(rawData: Buffer): string {
  return createHash('sha256').update(rawData).digest('hex')
}

/** Returns calldata with the last byte of one of its words replaced. */
function withWord(data: string, index: number, byte: string): string {
  const end = 10 + (index + 1) * 64
  return data.slice(0, end - 2) + byte + data.slice(end)
}
