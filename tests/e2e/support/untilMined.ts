import { expect } from '@playwright/test'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

/** Waits until the payer's first transaction is mined: the wallet may send a transaction some time after the page's request. */
export async function untilMined({ devnet }: World, { address }: Payer): Promise<void> {
  const client = devnet.chains.client('devnet')
  await expect.poll(() => client.getTransactionCount({ address, blockTag: 'latest' })).toBe(1)
}
