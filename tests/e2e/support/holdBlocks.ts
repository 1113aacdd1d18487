import type { World } from './world.ts'

/** Stops mining during an action, and then mines one block with the pending transactions. Resolves with the action's result. */
export async function holdBlocks<T>(
  { devnet }: Pick<World, 'devnet'>,
  story: () => Promise<T>,
): Promise<T> {
  const client = devnet.chains.client('devnet')
  await client.setAutomine(false)
  try {
    return await story()
  } finally {
    await client.setAutomine(true)
    await devnet.mine('devnet')
  }
}
