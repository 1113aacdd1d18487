import type { Checkout } from './checkout.ts'
import type { World } from './world.ts'

/** Pays from choosing a wallet to the last confirmation. */
export async function payThrough(world: Pick<World, 'devnet'>, checkout: Checkout): Promise<void> {
  await checkout.connect()
  await finish(world, checkout)
}

/** Pays from the review to the last confirmation. */
export async function finish(world: Pick<World, 'devnet'>, checkout: Checkout): Promise<void> {
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
}
