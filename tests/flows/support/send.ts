import type { Step, Transaction } from '@secure-payment/core'
import type { PayerState } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { World } from './startWorld.ts'

/** Sends a transaction and waits until it is mined. Throws when it reverted. */
export async function send(world: World, payer: number, transaction: Transaction): Promise<Hex> {
  const wallet = world.chains.wallet(world.network.id, payer)
  const receipt = await wallet.sendTransactionSync({
    to: `0x${transaction.to.slice(2)}`,
    data: transaction.data,
    value: transaction.value,
  })
  if (receipt.status !== 'success') throw new Error(`${receipt.transactionHash} reverted`)
  return receipt.transactionHash
}

/** Executes the steps of a payment, approvals first, and returns the last transaction's hash. */
export async function sendSteps(world: World, payer: number, steps: readonly Step[]): Promise<Hex> {
  let hash: Hex = '0x'
  for (const step of steps) hash = await send(world, payer, step.transaction)
  return hash
}

/** Returns an account with unknown allowances, so that every approval is sent. */
export function payerState(world: World, payer: number): PayerState {
  return { address: world.chains.accounts[payer]?.address ?? null, allowanceUnits: null }
}
