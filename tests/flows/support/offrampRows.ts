import { getNetwork } from '@secure-payment/core/networks'
import type { Row } from '../../../host/src/db/schema.ts'
import type { SendContext } from '../../../host/src/offramps/sendPayer.ts'
import { createUuid } from '../../../host/src/payers/createUuid.ts'
import {
  profileDigests,
  sealAccount,
  sealClientUser,
  sealProfile,
} from '../../../host/src/payers/sealedFields.ts'
import { createRequests, TENANT_ID } from './createRequests.ts'

/** The provider's deposit address, which receives a test's payments. */
const DEPOSIT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const TX_HASH = `0x${'5a'.repeat(32)}`
const UNITS = 12_500_000n

const PROFILE = {
  email: 'ana@example.test',
  firstName: 'Ana',
  lastName: 'Silva',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
} as const

const ACCOUNT = {
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  beneficiaryType: 'individual',
  currency: 'eur',
  addressLine1: '2 Avenida da Liberdade',
  city: 'Lisboa',
  country: 'PT',
  postalCode: '1250-096',
  dateOfBirth: '1990-03-02',
  rails: 'local',
  iban: 'PT50000201231234567890154',
} as const

let users = 0

/** Adds a payer that the host must still submit, or that the provider has marked as compliant. */
export async function addPayer(
  context: SendContext,
  { lastName = 'Silva', isCompliant = false }: { lastName?: string; isCompliant?: boolean } = {},
): Promise<Row<'payers'>> {
  const { dataSealer, db } = context
  const id = createUuid(context)
  const now = context.now().toISOString()
  users += 1
  const profile = { ...PROFILE, lastName }
  return db.kysely
    .insertInto('payers')
    .values({
      id,
      tenant_id: TENANT_ID,
      client_user_digest: `digest-${users}`,
      sealed_client_user: sealClientUser(dataSealer, id, `user-${users}`),
      sealed_profile: sealProfile(dataSealer, id, profile),
      profile_digest: profileDigests(dataSealer, { id, profile })[0],
      sealed_links: null,
      provider: context.offramp.id,
      provider_id: isCompliant ? `at-provider-${id}` : null,
      kyc_status: isCompliant ? 'approved' : 'not_started',
      kyc_reported_at: null,
      agreement_status: isCompliant ? 'completed' : 'not_started',
      agreement_reported_at: isCompliant ? now : null,
      event_sequence: 0,
      next_check_at: isCompliant ? null : now,
      created_at: now,
      updated_at: now,
      erased_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds a bank account that the host must still submit, or that the provider has approved. */
export async function addAccount(
  context: SendContext,
  payerId: string,
  facts: { bankName?: string; accountName?: string; isApproved?: boolean } = {},
): Promise<Row<'payment_details'>> {
  const id = createUuid(context)
  const now = context.now().toISOString()
  const { isApproved = false, ...names } = facts
  return context.db.kysely
    .insertInto('payment_details')
    .values({
      id,
      payer_id: payerId,
      sealed_account: sealAccount(context.dataSealer, id, { ...ACCOUNT, ...names }),
      provider: context.offramp.id,
      provider_id: isApproved ? `at-provider-${id}` : null,
      status: isApproved ? 'approved' : 'pending',
      reported_at: null,
      rejection_message: null,
      next_check_at: isApproved ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds a request whose money is confirmed on chain, and its offramp; without a target, its destination is unset. */
export async function addOfframp(
  context: SendContext,
  target: { payerId: string; paymentDetailsId: string } | null,
): Promise<Row<'offramps'>> {
  const { db } = context
  const network = getNetwork('devnet')
  const token = network.tokens.find(({ symbol }) => symbol === 'USDC')
  if (token === undefined) throw new Error('devnet has no USDC')
  const wanted = { payee: DEPOSIT, token: token.address, units: UNITS }
  const [request] = await createRequests(context, network, [wanted])
  if (request === undefined) throw new Error('No request was made.')
  await db.kysely
    .updateTable('requests')
    .set({
      offramp_provider: context.offramp.id,
      is_crypto_to_fiat_allowed: 1,
      status: 'processing',
      paid_units: UNITS.toString(),
      tx_hash: TX_HASH,
    })
    .where('id', '=', request.id)
    .execute()
  await addPayment(context, request)
  const id = `off_${context.now().getTime()}${Buffer.from(context.random(6)).toString('hex')}`
  const now = context.now().toISOString()
  return db.kysely
    .insertInto('offramps')
    .values({
      id,
      tenant_id: TENANT_ID,
      request_id: request.id,
      payer_id: target?.payerId ?? null,
      payment_details_id: target?.paymentDetailsId ?? null,
      provider: context.offramp.id,
      provider_id: null,
      network: 'devnet',
      currency: request.payment_currency,
      units: UNITS.toString(),
      tx_hash: TX_HASH,
      status: 'created',
      reported_at: null,
      failure_reason: null,
      next_check_at: target === null ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

let logIndex = 0

async function addPayment(context: SendContext, request: Row<'requests'>): Promise<void> {
  const now = context.now().toISOString()
  logIndex += 1
  await context.db.kysely
    .insertInto('payments')
    .values({
      id: `payment-${logIndex}-${request.id}`,
      request_id: request.id,
      tenant_id: TENANT_ID,
      network: request.network,
      tx_hash: TX_HASH,
      log_index: logIndex,
      block_number: 7n,
      block_hash: `0x${'b1'.repeat(32)}`,
      block_time: now,
      payer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      payee: request.payee,
      token_address: request.token_address,
      amount_units: UNITS.toString(),
      credited_units: UNITS.toString(),
      fee_units: '0',
      fee_address: null,
      is_late: 0,
      detected_at: now,
      request_units: UNITS.toString(),
      invoice_currency: request.invoice_currency,
      payment_currency: request.payment_currency,
      reference: request.reference,
    })
    .execute()
}
