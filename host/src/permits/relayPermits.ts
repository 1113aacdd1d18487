import { getAddress, type Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { hold } from '../relayer/hold.ts'
import { takeGas } from '../relayer/relayAllowance.ts'
import { type RelayContext, type ScreenRelay, writeLeased } from '../relayer/relayContext.ts'
import { type Ready, type RelayMeans, readFees, sendReady } from '../relayer/sendReady.ts'
import { workKey } from '../relayer/workKey.ts'
import { encodePermitCall } from './permitTypedData.ts'
import { type Permit, readDuePermits } from './readDuePermits.ts'

/** The maximum gas of a permit: a typical one uses about 80,000, and the host does not pay for a token that needs far more. */
const MAX_GAS = 200_000n
const GAS_HEADROOM_PERCENT = 125n
/** A permit is sent at least this long before its deadline, so that it is mined in time. */
const MIN_LEFT_MS = 30_000

/**
 * Sends the permits that are due. Each permit is simulated, signed with the next nonce and stored with its new state; only then is it
 * sent to the nodes. Rejects a permit that its token would not accept, or whose owner the screening rejects, and drops one without a
 * waiting caller; neither costs gas. Only one permit per owner and token is sent at a time, because a second one with the same nonce would waste its gas.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function relayPermits(
  context: RelayContext,
  means: RelayMeans,
  screen: ScreenRelay,
): Promise<{ sent: number }> {
  if (means.places <= 0) return { sent: 0 }
  const { wanted, unwanted } = await readDuePermits(context)
  for (const permit of unwanted) await end(context, permit, 'dropped')
  const due = wanted.slice(0, means.places)
  if (due.length === 0) return { sent: 0 }
  const fees = await readFees(context, { permits: due.length })
  if (fees === null) return { sent: 0 }
  const accepted = await forEachAnswered(context, due, async (permit) =>
    (await isAccepted(context, permit, screen)) ? tryOut(context, permit) : null,
  )
  const ready = accepted.filter((trial) => trial !== null)
  return sendReady(context, means, {
    fees,
    ready,
    canPay: ({ spendableUnits, costUnits }) => {
      if (costUnits > spendableUnits) {
        hold(context, 'out_of_coins', { relayer: context.relayer.address })
      }
      return costUnits <= spendableUnits
    },
    keyOf: ({ id }) => workKey('permit', id),
    claim: (tx, permit, { gas, hash }) => claim(tx, context, { permit, gas, hash }),
    onSent: ({ id }, facts) => context.notices.info({ permitId: id, ...facts }, 'Sent permit'),
  })
}

/** Refuses a permit whose owner the screening rejects. Without a decision, the permit waits for as long as its caller. */
async function isAccepted(
  context: RelayContext,
  permit: Permit,
  screen: ScreenRelay,
): Promise<boolean> {
  const { tenant_id: tenantId, token, owner: wallet } = permit
  const screened = await screen(context, { tenantId, token, wallet })
  if (screened === 'wallet_not_accepted') await end(context, permit, 'refused')
  return screened === 'accepted'
}

async function tryOut(context: RelayContext, permit: Permit): Promise<Ready<Permit> | null> {
  const { chain, relayer, settings, now, notices } = context
  if (Number(permit.deadline_s) * 1_000 - now().getTime() < MIN_LEFT_MS) {
    await end(context, permit, 'dropped')
    return null
  }
  const data = callOf(permit)
  const to = permit.token_address
  const trial = await chain.simulate({ from: relayer.address, to, data })
  if (!('gas' in trial) || trial.gas > MAX_GAS) {
    await end(context, permit, 'refused')
    notices.info({ permitId: permit.id, ...trial }, 'Refused permit')
    return null
  }
  const gas = (trial.gas * GAS_HEADROOM_PERCENT) / 100n
  return { work: permit, call: { chainId: settings.network.chainId, to, data, gas } }
}

function callOf({ owner, spender, value_units, deadline_s, signature }: Permit): Hex {
  return encodePermitCall(
    {
      owner: getAddress(owner),
      spender: getAddress(spender),
      valueUnits: BigInt(value_units),
      deadlineS: BigInt(deadline_s),
    },
    `0x${signature.slice(2)}`,
  )
}

async function end(
  context: RelayContext,
  { id }: Permit,
  status: 'refused' | 'dropped',
): Promise<void> {
  await writeLeased(context, (tx) =>
    tx
      .updateTable('permits')
      .set({ status, updated_at: context.now().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'due')
      .execute(),
  )
}

/** Returns whether the permit must still be sent, and counts its gas; a permit without gas left is dropped. */
async function claim(
  tx: Tx,
  context: RelayContext,
  { permit, gas, hash }: { permit: Permit; gas: bigint; hash: Hex },
): Promise<boolean> {
  const { id, tenant_id: tenantId, client_id: clientId } = permit
  const network = context.settings.network.id
  const hasGas = await takeGas(
    tx,
    { ...context, network },
    { spender: { tenantId, clientId }, gas },
  )
  const end = hasGas ? { status: 'sent' as const, tx_hash: hash } : { status: 'dropped' as const }
  const { numUpdatedRows } = await tx
    .updateTable('permits')
    .set({ ...end, updated_at: context.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .executeTakeFirstOrThrow()
  return hasGas && numUpdatedRows > 0n
}
