import type { World } from './world.ts'

/** No transaction gets into a block meanwhile; afterwards one block takes those that wait. Resolves with what the story does. */
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
