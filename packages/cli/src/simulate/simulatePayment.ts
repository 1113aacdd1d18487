import type { EventType } from '@secure-payment/core/webhooks'
import type { ListedEvent } from '../listen/followEvents.ts'
import { type OpenLink, openLink } from './openLink.ts'
import { openWallet, PAYER_INDEX, type Wallet } from './openWallet.ts'
import { changeAmount, type Part, readCalls, sendCalls, WHOLE } from './sendPayment.ts'
import type { Kind, Simulated, Simulation } from './simulation.ts'
import { waitForEvent } from './waitForEvent.ts'

const HALF: Part = { numerator: 1n, denominator: 2n }
const DOUBLE: Part = { numerator: 2n, denominator: 1n }

/** Pays a link: whole, half or twice; then waits for the event. */
export async function simulateAmount(
  simulation: Simulation,
  kind: 'pay' | 'underpay' | 'overpay',
): Promise<Simulated> {
  const part = { pay: WHOLE, underpay: HALF, overpay: DOUBLE }[kind]
  const link = await openLink(simulation)
  const paid = await payLink(simulation, link, { part })
  const type = kind === 'underpay' ? 'payment.partial' : 'payment.confirmed'
  return finish(simulation, kind, paid, [type])
}

/** Pays a link after its expiry. The function reads the transactions before the expiry, like a payer who signs late. */
export async function simulateLate(simulation: Simulation): Promise<Simulated> {
  const { options, now, note, rest } = simulation
  const isNew = options.token === null
  const link = await openLink(
    simulation,
    isNew ? { expiresAt: new Date(now().getTime() + LATE_LIFETIME_MS).toISOString() } : {},
  )
  const wallet = await openPayer(simulation, link)
  const calls = await readCalls(simulation, link.token, { wallet: wallet.address })
  const waitMs = Date.parse(link.expiresAt) - now().getTime() + EXPIRY_SLACK_MS
  note(`Waiting ${Math.max(0, Math.ceil(waitMs / 1_000))} s, until the link has expired…`)
  await rest(Math.max(0, waitMs))
  const paid = await send(simulation, link, wallet, calls)
  return finish(simulation, 'late', paid, ['payment.confirmed', 'payment.partial'])
}

/** The shortest lifetime that the host accepts, and the time for the call. */
const LATE_LIFETIME_MS = 65_000
/** The chain's clock must have passed the expiry too. */
const EXPIRY_SLACK_MS = 2_000

/** A payment on chain, before the host has confirmed it. */
export type Paid = Omit<Simulated, 'kind' | 'event'> & { wallet: Wallet; since: string }

/** Pays a link with the payer's wallet. */
export async function payLink(
  simulation: Simulation,
  link: OpenLink,
  facts: { part?: Part; localIndex?: number } = {},
): Promise<Paid> {
  const wallet = await openPayer(simulation, link, facts.localIndex)
  const { address } = wallet
  const whole = await readCalls(simulation, link.token, { wallet: address })
  const { part = WHOLE } = facts
  const calls = part === WHOLE ? whole : await changeAmount(wallet, link.network, whole, part)
  return send(simulation, link, wallet, calls)
}

function openPayer(
  { options: { key } }: Simulation,
  { network, rpcUrl }: OpenLink,
  localIndex: number = PAYER_INDEX,
): Promise<Wallet> {
  return openWallet(network, { rpcUrl, key, localIndex })
}

async function send(
  simulation: Simulation,
  { network, token, requestId }: OpenLink,
  wallet: Wallet,
  calls: Awaited<ReturnType<typeof readCalls>>,
): Promise<Paid> {
  const { client, note } = simulation
  const { time: since } = await client.caller.get()
  note(`${wallet.address} pays on ${network.name}`)
  const txHashes = await sendCalls(simulation, wallet, calls)
  // A local chain may mine a block only for a transaction, so the simulation mines the confirmations.
  if (network.isLocal) await wallet.mine(network.finality.depth + 1)
  const payer = wallet.address
  return { network: network.id, token, requestId, payer, txHashes, wallet, since }
}

/** Waits for the event that a kind of payment causes, and describes the run. */
export async function finish(
  simulation: Simulation,
  kind: Kind,
  { wallet: _, since, ...paid }: Paid,
  types: readonly EventType[],
): Promise<Simulated> {
  const facts = { requestId: paid.requestId, types, since }
  return { kind, ...paid, event: describeEvent(await waitForEvent(simulation, facts)) }
}

/** Describes an event in the result of a run. */
function describeEvent({ id, event, body }: ListedEvent): Simulated['event'] {
  return { id, event, body: JSON.parse(body) }
}
