import { readFileSync } from 'node:fs'
import { encodeApprove } from '@secure-payment/core/evm'
import { type Chains, startChains } from '@secure-payment/devnet'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  FEE_TAKER,
  type Kind,
  NETWORK,
  openSignedPayments,
  PAYER,
  RECIPIENT,
  REFERENCE,
  type SignedPayments,
} from './support/signedPayments.ts'

const DESIGN = new URL('../../docs/design/sponsored-payments.md', import.meta.url)
/** The relative tolerance: addresses and amounts differ in their zero bytes, which cost less gas. */
const TOLERANCE = 0.02

const proxyAbi = parseAbi([
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes ref, uint256 feeAmount, address feeAddress)',
])

let chains: Chains
let signed: SignedPayments
beforeAll(async () => {
  chains = await startChains({ networks: [NETWORK] })
  signed = await openSignedPayments(chains)
})
afterAll(() => chains?.[Symbol.asyncDispose]())

/** Sends a transaction of the payer, and returns its gas. */
async function spend(to: Address, data: Hex): Promise<number> {
  const receipt = await chains.wallet(NETWORK, PAYER).sendTransactionSync({ to, data })
  expect(receipt.status).toBe('success')
  return Number(receipt.gasUsed)
}

async function payDirectly(token: Address): Promise<number> {
  const proxy = chains.contract(NETWORK, 'ERC20FeeProxy')
  const { data } = encodeApprove({ token, spender: proxy, amountUnits: 107n })
  const args = [token, RECIPIENT, 100n, REFERENCE, 7n, FEE_TAKER] as const
  const pay = encodeFunctionData({
    abi: proxyAbi,
    functionName: 'transferFromWithReferenceAndFee',
    args,
  })
  return (await spend(token, data as Hex)) + (await spend(proxy, pay))
}

async function paySigned(kind: Kind, salt: bigint): Promise<number> {
  const { status, gasUsed } = await signed.send(
    await signed.sign(kind, signed.plan(kind, { salt })),
  )
  expect(status).toBe('success')
  return Number(gasUsed)
}

/** Reads the gas of a kind from the design's table: approve and pay, then the signed payment. */
function readTable(kind: Kind): readonly number[] {
  const names = { authorization: 'EIP-3009', permit2: 'Permit2', permit: 'EIP-2612' }
  const row = readFileSync(DESIGN, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${names[kind]} |`))
  return [...(row ?? '').matchAll(/\| ([\d,]{5,}) (?=\|)/g)].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  )
}

it.each<Kind>(['authorization', 'permit2', 'permit'])(
  'A signed payment by %s costs the gas of the design’s table, beside the approval and the payment of the same token',
  async (kind) => {
    const token = signed.tokens[kind]
    // A payee's first token costs more.
    await payDirectly(token)
    await paySigned(kind, 1n)
    const measured = [await payDirectly(token), await paySigned(kind, 2n)]
    console.info(`${kind}: approve and pay ${measured[0]}, signed ${measured[1]}`)
    const table = readTable(kind)
    expect(table).toHaveLength(2)
    for (const [index, gas] of measured.entries()) {
      expect(Math.abs(gas / (table[index] ?? 0) - 1)).toBeLessThan(TOLERANCE)
    }
  },
)
