import type { World } from './world.ts'

/** No transaction gets into a block meanwhile; afterwards one block takes those that wait. */
export async function holdBlocks(
  { devnet }: Pick<World, 'devnet'>,
  story: () => Promise<void>,
): Promise<void> {
  const client = devnet.chains.client('devnet')
  await client.setAutomine(false)
  try {
    await story()
  } finally {
    await client.setAutomine(true)
    await devnet.mine('devnet')
  }
}
