import type { api, Output } from '@secure-payment/core/api'
import { parseDestinationId } from '@secure-payment/core/destinations'
import type { Kysely } from 'kysely'
import { parseAccessPolicy } from '../../access/accessPolicy.ts'
import { atField } from '../../atField.ts'
import { addAuditEntry } from '../../audit/createAudit.ts'
import { type ClientIdCaller, isServer } from '../../auth/caller.ts'
import { forgetCredentials } from '../../auth/credentials.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { Row, Schema } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { activateDestination } from './activateDestination.ts'
import { describePayoutDestination } from './describePayoutDestination.ts'
import { PayeeDestinationNotFoundError, SigningNonceInvalidError } from './errors.ts'
import { findActive } from './findActive.ts'
import { lockWallet } from './lockWallet.ts'
import { guardMember, proveWallet, useNonce } from './proveWallet.ts'
import { readRoute } from './readRoute.ts'
import { readSigningNonce } from './signingData.ts'

type Create = typeof api.signedDestinations.create
type Get = typeof api.signedDestinations.get
type Read = typeof api.signedDestinations.read
type Remove = typeof api.signedDestinations.remove
type Changing = Pick<Context, 'chains' | 'config' | 'db' | 'now' | 'random' | 'sealer'>

/**
 * Activates the destination for which a wallet of the merchant account signed. A record that exists keeps its policy.
 *
 * @throws SigningNonceInvalidError, SigningNonceUsedError, WalletSignatureRefusedError, WalletOfAnotherMerchantError, ScopeMissingError,
 * DestinationMovedError
 */
export async function createSignedDestination(
  context: Changing,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const { tenantId } = caller
  const { change, hash } = readSigningNonce(context, { ...body, tenantId })
  if (change.action !== 'add') throw new SigningNonceInvalidError()
  const signer = { wallet: change.walletAddress, chainId: change.chainId, hash }
  await guardMember(context.db.kysely, { ...signer, tenantId }, { mustManage: true })
  const speaker = await proveWallet(context, signer, body.signature)
  // The host may have stopped serving the network since it created the nonce.
  const route = readRoute(context.config, { address: signer.wallet, type: 'evm' }, change)
  const active = await context.db.transaction(async (tx) => {
    await lockWallet(tx, signer.wallet)
    await useNonce(tx, change)
    await guardMember(tx, { ...signer, tenantId, speaker }, { mustManage: true })
    const stored = await activateDestination(context, tx, {
      tenantId,
      route,
      policy: {},
      isReturn: false,
    })
    await addAuditEntry(tx, context, {
      tenantId,
      action: 'destination.created',
      actor: { kind: 'wallet', id: signer.wallet },
      objectId: stored.destination_id,
    })
    return stored
  })
  forgetCredentials(context)
  return describePayoutDestination(active)
}

/**
 * Switches off the merchant's destination for which its wallet signed.
 *
 * @throws the errors of the creation, and PayeeDestinationNotFoundError
 */
export async function deactivateSignedDestination(
  context: Changing,
  { params, body, caller }: Call<Remove>,
): Promise<Output<Remove>> {
  const { tenantId } = caller
  const { destination_id, wallet_address } = await findMerchants(context.db.kysely, params, caller)
  const { change, hash } = readSigningNonce(context, { ...body, tenantId })
  const { chainId, tokenAddress, walletAddress } = parseDestinationId(destination_id)
  const isSame =
    change.walletAddress === walletAddress &&
    change.chainId === chainId &&
    change.tokenAddress === tokenAddress
  if (change.action !== 'deactivate' || !isSame) throw new SigningNonceInvalidError()
  const signer = { wallet: wallet_address, chainId, hash }
  await guardMember(context.db.kysely, { ...signer, tenantId }, { mustManage: true })
  const speaker = await proveWallet(context, signer, body.signature)
  const inactive = await context.db.transaction(async (tx) => {
    await lockWallet(tx, signer.wallet)
    await useNonce(tx, change)
    await guardMember(tx, { ...signer, tenantId, speaker }, { mustManage: true })
    const { id } = await findMerchants(tx, params, caller)
    await addAuditEntry(tx, context, {
      tenantId,
      action: 'destination.deactivated',
      actor: { kind: 'wallet', id: signer.wallet },
      objectId: destination_id,
    })
    return tx
      .updateTable('payee_destinations')
      .set({ is_active: 0, updated_at: context.now().toISOString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  forgetCredentials(context)
  return describePayoutDestination(inactive)
}

/**
 * Returns the active destination of one of the merchant's wallets, or null.
 *
 * @throws InvalidInputError
 */
export async function getActiveDestination(
  context: Pick<Context, 'db'>,
  { query, caller }: Call<Get>,
): Promise<Output<Get>> {
  const { address } = atField('walletAddress', () => recognizeWallet(query.walletAddress))
  const row = await findActive(context.db.kysely, address)
  return row === undefined || !maySee(caller, row) ? null : describePayoutDestination(row)
}

/**
 * Returns one of the merchant's destinations, active or not.
 *
 * @throws PayeeDestinationNotFoundError
 */
export async function readDestination(
  context: Pick<Context, 'db'>,
  { params, caller }: Call<Read>,
): Promise<Output<Read>> {
  return describePayoutDestination(await findMerchants(context.db.kysely, params, caller))
}

async function findMerchants(
  kysely: Kysely<Schema>,
  params: { destinationId: string },
  caller: ClientIdCaller,
): Promise<Row<'payee_destinations'>> {
  const { destinationId } = atField('destinationId', () => parseDestinationId(params.destinationId))
  const row = await kysely
    .selectFrom('payee_destinations')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .executeTakeFirst()
  if (row === undefined || !maySee(caller, row)) {
    throw new PayeeDestinationNotFoundError({ which: 'id' })
  }
  return row
}

/** Only the merchant's own records; a public client ID sees none whose payee is hidden from payers. */
function maySee(caller: ClientIdCaller, row: Row<'payee_destinations'>): boolean {
  if (row.tenant_id !== caller.tenantId) return false
  return isServer(caller) || parseAccessPolicy(row.access_policy)?.isPayeeHidden !== true
}
