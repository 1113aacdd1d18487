import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

/** A wallet with its EIP-55 checksum, and the same wallet in lower case. */
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const RELAYER: Hex = '0x00000000000000000000000000000000000b07a1'
const OTHER_TOKEN = '0x00000000000000000000000000000000000ba5ed'
const UNKNOWN: Hex = '0x00112233445566ff'
const PROXY = parseAbi([
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
])
const SAFE = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])
const ZERO = `0x${'0'.repeat(40)}` as const

/** Returns the calldata of a Safe that pays with a reference. */
function callOf(request: Row<'requests'>, reference: Hex): Hex {
  const token: Hex = `0x${(request.token_address ?? ZERO).slice(2)}`
  const payee: Hex = `0x${request.payee.slice(2)}`
  const data = encodeFunctionData({
    abi: PROXY,
    functionName: 'transferFromWithReferenceAndFee',
    args: [token, payee, UNITS, reference, 0n, ZERO],
  })
  return encodeFunctionData({
    abi: SAFE,
    functionName: 'execTransaction',
    args: [token, 0n, data, 0, 0n, 0n, 0n, ZERO, ZERO, `0x${'1b'.repeat(65)}`],
  })
}

/** Mines one unmatched payment, with tokens from {@link WALLET} in another account's transaction. */
async function mineUnmatched(
  world: MockWorld,
  paid: { request: Row<'requests'>; reference: string; token?: string; input?: Hex },
) {
  const { request, reference, input, ...extras } = paid
  const from: Hex = `0x${WALLET.slice(2).toLowerCase()}`
  const carried = { ...request, payment_reference: reference }
  const transaction = world.payment(carried, UNITS, { ...extras, from })
  world.mine([{ ...transaction, from: RELAYER, ...(input === undefined ? {} : { input }) }])
  for (let block = 0; block < 3; block += 1) world.mine()
  expect(await world.poll(2)).toBeNull()
  const page = await readUnmatchedPayments(
    world.context,
    { txHash: transaction.hash },
    request.tenant_id,
  )
  return page.unmatchedPayments[0]
}

async function startWorld() {
  const world = await startMockWorld()
  const request = await world.createRequest()
  world.mine()
  await world.poll()
  return { world, request }
}

test('An unmatched payment with a known reference contains the money’s owner and the reference', async () => {
  const { world, request } = await startWorld()
  await using _ = world
  const found = await mineUnmatched(world, {
    request,
    reference: request.payment_reference,
    token: OTHER_TOKEN,
  })
  expect(found).toMatchObject({
    reason: 'wrong_token',
    payerAddress: WALLET,
    paymentReference: request.payment_reference,
  })
})

test('An unmatched payment with an unknown reference contains the reference from its calldata, if there is one', async () => {
  const { world, request } = await startWorld()
  await using _ = world
  const input = callOf(request, UNKNOWN)
  expect(await mineUnmatched(world, { request, reference: UNKNOWN, input })).toMatchObject({
    reason: 'unknown_reference',
    payerAddress: WALLET,
    paymentReference: UNKNOWN,
  })
  // The calldata of a single node does not count: one node returns calldata with another reference.
  const forged = callOf(request, '0xffffffffffffffff')
  const reference = '0x1111111111111111'
  expect(await mineUnmatched(world, { request, reference, input: forged })).toMatchObject({
    payerAddress: WALLET,
    paymentReference: null,
  })
})

test('An unmatched payment whose transaction no node returns is recorded without its payer', async () => {
  const { world, request } = await startWorld()
  await using _ = world
  for (const node of world.nodes) {
    const { send } = node
    node.send = async (calls, ...rest) => {
      if (calls.some(({ method }) => method.startsWith('eth_getTransaction'))) {
        throw new Error('no transaction is served')
      }
      return send(calls, ...rest)
    }
  }
  const found = await mineUnmatched(world, { request, reference: UNKNOWN })
  expect(found).toMatchObject({
    reason: 'unknown_reference',
    payerAddress: null,
    paymentReference: null,
  })
})
