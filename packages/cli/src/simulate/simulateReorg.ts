import { CommandError } from '../errors.ts'
import { openLink } from './openLink.ts'
import type { Wallet } from './openWallet.ts'
import { finish, payLink } from './simulatePayment.ts'
import type { Simulated, Simulation } from './simulation.ts'
import { waitForEvent } from './waitForEvent.ts'

/**
 * Pays a link, waits until the payment counts, and removes its block from the chain.
 *
 * @throws CommandError on a network that is no local anvil chain
 */
export async function simulateReorg(simulation: Simulation): Promise<Simulated> {
  const { note } = simulation
  const link = await openLink(simulation)
  if (!link.network.isLocal) {
    throw new CommandError(`Blocks of ${link.network.name} cannot be removed.`, {
      hint: 'Only a local chain can remove blocks, such as one that npm start runs.',
    })
  }
  const paid = await payLink(simulation, link)
  const { requestId, since, wallet, txHashes } = paid
  await waitForEvent(simulation, { requestId, types: ['payment.confirmed'], since })
  const hash = txHashes.at(-1)
  if (hash === undefined) throw new Error('A payment has a transaction.')
  const depth = await wallet.depthOf(hash)
  note(`Removing the last ${depth} blocks of ${link.network.name}…`)
  await removeBlocks(wallet, depth)
  // The watcher compares blocks when the chain grows beyond its old head.
  await wallet.mine(depth + link.network.finality.depth)
  return finish(simulation, 'reorg', paid, ['payment.failed'])
}

async function removeBlocks(wallet: Wallet, depth: number): Promise<void> {
  try {
    await wallet.removeBlocks(depth)
  } catch (cause) {
    throw new CommandError('The node does not remove blocks.', {
      hint: 'Use an anvil chain, such as one that npm start runs.',
      cause,
    })
  }
}
