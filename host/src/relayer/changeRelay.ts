import { BOOTSTRAP_TENANT_ID } from '../auth/bootstrap.ts'
import { findMerchant, noMerchant } from '../auth/findMerchant.ts'
import type { Context } from '../context.ts'
import { dayOf } from './relayAllowance.ts'

/** The output of the command; `isDone` is false if no merchant matches, and the output then states this. */
type Printed = { lines: readonly string[]; isDone: boolean }

type RelayDb = Pick<Context, 'config' | 'now'> & { db: Pick<Context['db'], 'kysely'> }

/**
 * Runs the operator's command `relay`. Without arguments, the command lists the merchants for which the relayer spends gas, with today's
 * gas of each. Otherwise the command allows a merchant, optionally with a separate daily limit, or removes one. Null if the arguments are
 * not a valid command.
 */
export async function changeRelay(
  context: RelayDb,
  [action, merchant, ...rest]: readonly string[],
  dailyGas: string | null,
): Promise<Printed | null> {
  const isGas = dailyGas === null || /^\d{1,15}$/.test(dailyGas)
  if (rest.length > 0 || !isGas) return null
  if (action === undefined) return { lines: await listAllowed(context), isDone: true }
  if (merchant === undefined) return null
  if (action !== 'allow' && action !== 'refuse') return null
  const id = await findMerchant(context, merchant)
  if (id === null) {
    return { lines: [noMerchant(merchant)], isDone: false }
  }
  const isAllowed = action === 'allow'
  await context.db.kysely
    .updateTable('tenants')
    .set({
      is_relay_allowed: isAllowed ? 1 : 0,
      relay_daily_gas: isAllowed && dailyGas !== null ? BigInt(dailyGas) : null,
    })
    .where('id', '=', id)
    .execute()
  return { lines: [describeChange(context, id, isAllowed)], isDone: true }
}

function describeChange({ config }: RelayDb, id: string, isAllowed: boolean): string {
  if (isAllowed) return `The relayer spends gas for merchant ${id}.`
  const { for: mode } = config.relay
  return id === BOOTSTRAP_TENANT_ID || mode === 'all'
    ? `Merchant ${id} is not listed; PAY_RELAY_FOR=${mode} still allows it.`
    : `The relayer no longer spends gas for merchant ${id}; due payments wait.`
}

async function listAllowed({ config, db, now }: RelayDb): Promise<readonly string[]> {
  const tenants = await db.kysely
    .selectFrom('tenants')
    .select(['id', 'name', 'relay_daily_gas'])
    .where('is_relay_allowed', '=', 1)
    .orderBy('id')
    .execute()
  const spent = await db.kysely
    .selectFrom('relay_spending')
    .select(['network', 'bucket', 'gas'])
    .where('day', '=', dayOf(now()))
    .orderBy('network')
    .orderBy('bucket')
    .execute()
  return [
    `PAY_RELAY_FOR=${config.relay.for}`,
    ...tenants.map(({ id, name, relay_daily_gas }) => {
      const gas = relay_daily_gas === null ? '' : `, ${relay_daily_gas} gas per day`
      return `allowed: ${id} ${JSON.stringify(name)}${gas}`
    }),
    ...spent.map(({ network, bucket, gas }) => `today: ${network} ${bucket || 'all'} ${gas} gas`),
  ]
}
