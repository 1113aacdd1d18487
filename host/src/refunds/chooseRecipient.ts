import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { type RecipientDoubt, RefundRecipientNeededError } from './errors.ts'

type Payment = Pick<
  Row<'payments'>,
  'id' | 'network' | 'tx_hash' | 'payer' | 'payee' | 'source_network' | 'detection_source'
> & {
  /** Whether the money counts towards no request; `id` is then the unmatched payment's id. */
  isUnmatched?: true
}

/**
 * Returns the wallet that receives a refund: the stated wallet, otherwise the wallet that paid. Pure; `verifyRecipient` reads the chain.
 *
 * @throws InvalidInputError naming `recipient`, RefundRecipientNeededError
 */
export function chooseRecipient(payment: Payment, stated: string | undefined): string {
  if (stated === undefined) {
    if (payment.payer === null) throw needed(payment, 'unknown')
    if (isBridged(payment)) throw needed(payment, 'bridge')
    if (payment.payer === payment.payee) throw needed(payment, 'payee')
    return payment.payer
  }
  const network = getNetwork(payment.network)
  const recipient = atField('recipient', () => codecOf(network).readAddress(stated))
  if (recipient === payment.payee) {
    throw invalid('recipient_is_payee', 'must not be the wallet that received the payment')
  }
  return recipient
}

/**
 * Verifies on chain that a key controls the chosen wallet, because a contract may have no way to pass the money on. Only the contract that
 * paid on this network may get the money back, if the merchant names that contract.
 *
 * A payment in the native coin, or through the batch contract, shows only the sender of its transaction. If that transaction
 * called another contract, the sender may have paid for someone else, for example as the relayer of a smart account.
 *
 * @throws InvalidInputError naming `recipient`, RefundRecipientNeededError, ChainUnavailableError
 */
export async function verifyRecipient(
  { chains }: Pick<Context, 'chains'>,
  facts: { payment: Payment; recipient: string; isStated: boolean },
): Promise<void> {
  const { payment, recipient, isStated } = facts
  const network = getNetwork(payment.network)
  const client = chains.get(network.id)
  if (isStated) {
    const isPayer = recipient === payment.payer && !isBridged(payment)
    if (isPayer || !(await isContract(client, network, recipient))) return
    throw invalid('recipient_is_contract', 'must be a wallet with a key, or the contract that paid')
  }
  if (await isContract(client, network, recipient)) throw needed(payment, 'contract')
  const doubt = await findRelay(client, network, { txHash: payment.tx_hash, payer: recipient })
  if (doubt !== null) throw needed(payment, doubt)
}

/**
 * Returns whether a payment's wallet certainly paid for itself, and not for another wallet. For a payment over a bridge, the wallet is on
 * the source network. The bridge must have reported the payment, because a page's report of a source transaction proves nothing.
 *
 * @throws ChainUnavailableError
 */
export async function isCertainPayer(
  { chains, db }: Pick<Context, 'chains' | 'db'>,
  payment: Payment & Pick<Row<'payments'>, 'request_id' | 'source_tx_hash'> & { payer: string },
): Promise<boolean> {
  if (isBridged(payment)) return isReported(db, payment)
  const network = getNetwork(payment.network)
  const { tx_hash: txHash, payer } = payment
  return (await findRelay(chains.get(network.id), network, { txHash, payer })) === null
}

/** Returns whether the bridge reported that the source transaction made the payment. */
async function isReported(
  { kysely }: Context['db'],
  payment: Pick<
    Row<'payments'>,
    'detection_source' | 'request_id' | 'tx_hash' | 'source_tx_hash' | 'source_network'
  >,
): Promise<boolean> {
  if (payment.detection_source === 'lifi') return true
  if (payment.source_tx_hash === null) return false
  const intent = await kysely
    .selectFrom('intents')
    .select('id')
    .where('request_id', '=', payment.request_id)
    .where('tx_hash', '=', payment.source_tx_hash)
    .where('source_network', '=', payment.source_network)
    .where('settled_tx_hash', '=', payment.tx_hash)
    .executeTakeFirst()
  return intent !== undefined
}

/**
 * Returns the doubt about a payer that sent the transaction itself: the transaction called another contract, or is not on the chain. Null
 * without a doubt.
 */
async function findRelay(
  client: Client,
  network: Network,
  { txHash, payer }: { txHash: string; payer: string },
): Promise<RecipientDoubt | null> {
  if (network.family === 'tron') return null
  const transaction = await client.getAgreedTransaction(readHash(txHash))
  if (transaction === null) return 'unknown'
  const sender = transaction.from.toLowerCase()
  if (sender !== payer.toLowerCase()) return null
  const target = transaction.to?.toLowerCase()
  const isDirect = target === sender || contractsOf(network).some((known) => known === target)
  return isDirect ? null : 'contract'
}

type Client = ReturnType<Context['chains']['get']>

/**
 * Returns whether an address is a contract. An account that delegates to code (EIP-7702) does not count as one, because its key still
 * signs.
 */
async function isContract(client: Client, { family }: Network, address: string): Promise<boolean> {
  switch (family) {
    case 'evm':
      return (await client.readAccount(address)).hasContractCode
    case 'tron':
      return (await client.hasCode([address])).includes(true)
    default:
      return family satisfies never
  }
}

function contractsOf({ contracts }: Network): readonly string[] {
  return Object.values(contracts).flatMap(({ address, others = [] }) =>
    [address, ...others.map((other) => other.address)].map((each) => each.toLowerCase()),
  )
}

function isBridged({ source_network, detection_source }: Payment): boolean {
  return source_network !== null || detection_source === 'lifi'
}

function readHash(txHash: string): `0x${string}` {
  return `0x${txHash.replace(/^0x/, '')}`
}

function needed(payment: Payment, doubt: RecipientDoubt): RefundRecipientNeededError {
  return new RefundRecipientNeededError({ doubt, payer: payment.payer, payment })
}

function invalid(code: string, message: string): InvalidInputError {
  const issue: FieldIssue = { field: 'recipient', code, message }
  return new InvalidInputError([issue])
}
