import { CommandError } from '../errors.ts'
import { openLink } from './openLink.ts'
import { openWallet, PAYER_INDEX, requireTestNetwork } from './openWallet.ts'
import { readCalls, sendCalls } from './sendPayment.ts'
import { finish } from './simulatePayment.ts'
import type { DevnetFile, Simulated, Simulation } from './simulation.ts'

/**
 * Pays a link from the other local chain, over a bridge that keeps the money.
 *
 * @throws CommandError without the file of a running devnet, or for a devnet that is not local
 */
export async function simulateBridgeFailure(simulation: Simulation): Promise<Simulated> {
  const { client, options, fetch, note } = simulation
  const { devnet } = options
  if (devnet === null) {
    throw new CommandError('bridge-fail needs the file of a running devnet.', {
      hint: 'Start one with npm run devnet -- --json devnet.json, sign in to its host, then add --devnet devnet.json.',
    })
  }
  const link = await openLink(simulation)
  const source = devnet.chains.find(({ network }) => network !== link.network.id)
  if (source === undefined || !link.network.isLocal) {
    throw new CommandError('bridge-fail needs a link on a local chain, and another local chain.')
  }
  const network = requireTestNetwork(source.network)
  const wallet = await openWallet(network, {
    rpcUrl: source.rpcUrl,
    key: options.key,
    localIndex: PAYER_INDEX,
  })
  const payer = wallet.address
  const chain = network.id.toUpperCase()
  const { time: since } = await client.caller.get()
  await setMode(fetch, devnet, 'failed')
  try {
    const query = { wallet: payer, chain, token: options.symbol }
    const calls = await readCalls(simulation, link.token, query)
    note(`${payer} pays from ${network.name}, over the bridge`)
    const txHashes = await sendCalls(simulation, wallet, calls)
    await wallet.mine(network.finality.depth + 1)
    const txHash = txHashes.at(-1)
    if (txHash === undefined) throw new Error('A payment has a transaction.')
    const body = { txHash, chain, token: options.symbol, walletAddress: payer }
    await client.securePayments.intent({ params: { token: link.token }, body })
    const { token, requestId } = link
    const paid = { network: link.network.id, token, requestId, payer, txHashes, wallet, since }
    return await finish(simulation, 'bridge-fail', paid, ['payment.failed', 'payment.refunded'])
  } finally {
    await setMode(fetch, devnet, 'normal')
  }
}

async function setMode(
  fetch: Simulation['fetch'],
  { bridge }: DevnetFile,
  mode: 'failed' | 'normal',
): Promise<void> {
  const response = await fetch(bridge.switchesUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  if (!response.ok) throw new CommandError(`The bridge returned ${response.status}.`)
}
