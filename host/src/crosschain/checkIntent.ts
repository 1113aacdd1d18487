import { BridgeUnavailableError } from '../bridges/errors.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import { worthOfGas } from '../settlement/worthOfGas.ts'
import { type FollowContext, type Followed, followIntent } from './followIntent.ts'
import type { IntentEnd } from './intentEnd.ts'
import type { TrackedIntent } from './trackedIntent.ts'
import { type SoundSource, verifySource } from './verifySource.ts'

/** The dependencies for checking an intent. */
export type CheckContext = FollowContext & Pick<Context, 'log'>

/**
 * The result of one check: the intent with its current facts, including the bridge's page, and the state of its
 * transfer.
 */
export type CheckedIntent = { intent: TrackedIntent; followed: Followed }

/**
 * Checks an intent's progress once. The first successful check of the source transaction stores its facts. An unresponsive bridge or node
 * is not an error; an intent about which nothing is reported ends only by its timeout.
 *
 * @throws NodesDisagreeError
 */
export async function checkIntent(
  context: CheckContext,
  intent: TrackedIntent,
): Promise<CheckedIntent> {
  try {
    const checked = await check(context, intent)
    return { ...checked, intent: { ...checked.intent, explorerUrl: checked.followed.explorerUrl } }
  } catch (error) {
    const isAway = error instanceof BridgeUnavailableError || error instanceof ChainUnavailableError
    if (!isAway) throw error
    context.log.warn({ intentId: intent.id, err: error }, 'Postponed an intent')
    return { intent, followed: unknown(intent) }
  }
}

async function check(context: CheckContext, intent: TrackedIntent): Promise<CheckedIntent> {
  const { request, source, sender } = intent
  const destination = findServedNetwork(context.config, request.network)?.network
  if (destination === undefined) return { intent, followed: unknown(intent) }
  if (sender !== null) {
    return { intent, followed: await followIntent(context, { intent, sender, destination }) }
  }
  // The intent waits until a host serves its source network again.
  if (findServedNetwork(context.config, source.id) === undefined) {
    return { intent, followed: unknown(intent) }
  }
  const verdict = await verifySource(context, intent)
  switch (verdict.kind) {
    case 'waiting':
      return { intent, followed: unknown(intent) }
    case 'foreign':
      return { intent, followed: over(intent, { ...NO_WORD, kind: 'foreign', status: 'foreign' }) }
    case 'reverted': {
      const end = {
        kind: 'failed',
        status: 'failed',
        substatus: 'REVERTED',
        isProven: true,
      } as const
      return { intent, followed: over(intent, end) }
    }
    case 'sound': {
      // Runs before the bridge is queried, because the watcher uses these facts to find a payment's payer.
      const known = await keepSource(context, intent, verdict)
      const facts = { intent: known, sender: verdict.sender, destination }
      return { intent: known, followed: await followIntent(context, facts) }
    }
    default:
      return verdict satisfies never
  }
}

const NO_WORD = { substatus: null } as const

function unknown({ explorerUrl }: TrackedIntent): Followed {
  return { isOver: false, ...NO_WORD, explorerUrl }
}

function over({ explorerUrl }: TrackedIntent, end: IntentEnd): Followed {
  return { isOver: true, end, explorerUrl }
}

/** Stores the facts of a verified source transaction; its token overrides the one that the page reported. */
async function keepSource(
  context: Pick<Context, 'db' | 'now' | 'prices'>,
  intent: TrackedIntent,
  { sender, sent, promisedUnits }: SoundSource,
): Promise<TrackedIntent> {
  const { db, now } = context
  const gasUnits = sent?.gasUnits ?? null
  const gasWorth = await worthOfSourceGas(context, intent, sent)
  const token =
    sent === null ? {} : { source_token: sent.token.address, currency: sent.token.symbol }
  await db.kysely
    .updateTable('intents')
    .set({
      sender,
      ...token,
      source_units: sent?.units.toString() ?? null,
      source_gas_units: gasUnits?.toString() ?? null,
      source_gas_worth: gasWorth,
      promised_units: promisedUnits?.toString() ?? null,
      updated_at: now().toISOString(),
    })
    .where('id', '=', intent.id)
    .where('status', '=', intent.status)
    .where('source_network', '=', intent.source.id)
    .execute()
  const currency = sent?.token.symbol ?? intent.currency
  return { ...intent, sender, currency, sentUnits: sent?.units ?? null, gasUnits, gasWorth }
}

async function worthOfSourceGas(
  context: Pick<Context, 'now' | 'prices'>,
  { source, request }: TrackedIntent,
  sent: SoundSource['sent'],
): Promise<string | null> {
  if (sent === null || sent.gasUnits === null) return null
  const { gasUnits, blockTime } = sent
  const invoiceCurrency = request.invoice_currency
  return worthOfGas(context, { network: source.id, invoiceCurrency, blockTime, gasUnits })
}
