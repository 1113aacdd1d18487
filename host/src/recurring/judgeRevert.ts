import { encodeHasRelayerRole, encodeIsCancelled } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Row } from '../db/schema.ts'
import type { PayerFailure } from '../webhooks/webhookEvent.ts'
import { readBool } from './readBool.ts'

/** The reason why a payment cannot be triggered now, and the party responsible. */
export type Judgement =
  /** The chain's clock is behind the host's: the payment will be due there soon. */
  | { kind: 'not_due' }
  /** The payment was made: its transaction is in a block, even if the host's records differ. */
  | { kind: 'made' }
  | { kind: 'payer'; reason: PayerFailure }
  | { kind: 'operator'; reason: OperatorFailure }

/** A fault that only the operator can fix; never counted against the payer. */
type OperatorFailure =
  | 'contract_paused'
  | 'relayer_not_allowed'
  | 'no_contract'
  | 'payment_out_of_order'
  /** The payout's stored data is not a permit. */
  | 'unusable_permit'

/** A rejected payment, and its error. */
export type Refusal = {
  schedule: Row<'recurring_payments'>
  index: number
  relayer: string
  /** The data of the revert; `0x` if the node returns none. */
  revert: Hex
}

/**
 * Judges a refusal. This project's own contract reverts with errors that state the reason. Contracts that other parties deployed revert
 * without reasons, so this function repeats their checks in order.
 *
 * @throws ChainUnavailableError
 */
export async function judgeRevert(
  chain: Pick<ChainClient, 'call' | 'getHead' | 'readPayerState'>,
  refusal: Refusal,
): Promise<Judgement> {
  return readError(refusal.revert) ?? readCause(chain, refusal)
}

/** The custom errors of ERC20RecurringPaymentProxy and of OpenZeppelin's parts of it. */
const ERRORS: Readonly<Record<string, Judgement>> = {
  /** EnforcedPause() */
  '0xd93c0665': { kind: 'operator', reason: 'contract_paused' },
  /** AccessControlUnauthorizedAccount(address,bytes32) */
  '0xe2517d3f': { kind: 'operator', reason: 'relayer_not_allowed' },
  /** PermitIsCancelled(bytes32) */
  '0x553f6c8a': { kind: 'payer', reason: 'permit_cancelled' },
  /** PermitExpired(uint256) */
  '0x9e96b26f': { kind: 'payer', reason: 'permit_expired' },
  /** PaymentNotDue(uint256) */
  '0x45f9af58': { kind: 'not_due' },
  /** PaymentAlreadyTriggered(bytes32,uint8) */
  '0xc3e3b660': { kind: 'made' },
  /** InexactTransfer(address,uint256,uint256) */
  '0x495a9962': { kind: 'payer', reason: 'transfer_refused' },
}
/** PaymentOutOfOrder(uint8 index, uint256 expected) */
const OUT_OF_ORDER = '0x4245767c'
const OUT_OF_ORDER_DIGITS = 10 + 2 * 64

function readError(revert: Hex): Judgement | null {
  const selector = revert.slice(0, 10)
  if (selector === OUT_OF_ORDER && revert.length === OUT_OF_ORDER_DIGITS) {
    const index = BigInt(`0x${revert.slice(10, 74)}`)
    return judgeOrder(index, BigInt(`0x${revert.slice(74)}`) - 1n)
  }
  return ERRORS[selector] ?? null
}

/** Judges a payment out of order by the index of the contract's last payment. */
function judgeOrder(index: bigint, lastIndex: bigint): Judgement {
  if (index <= lastIndex) return { kind: 'made' }
  return { kind: 'operator', reason: 'payment_out_of_order' }
}

const PAUSED: Hex = '0x5c975abb'
/** `lastPaymentIndex(bytes32)`, a public mapping in both contracts. */
const LAST_PAYMENT_INDEX = '0xe94938a6'

async function readCause(
  chain: Pick<ChainClient, 'call' | 'getHead' | 'readPayerState'>,
  { schedule, index, relayer }: Refusal,
): Promise<Judgement> {
  const { contract, payer, token_address: token } = schedule
  const digest = `0x${schedule.digest.slice(2)}` as const
  const [paused, mayTrigger, cancelled, last, head, state] = await Promise.all([
    chain.call(contract, PAUSED),
    chain.call(contract, encodeHasRelayerRole(relayer)),
    chain.call(contract, encodeIsCancelled(digest)),
    chain.call(contract, `${LAST_PAYMENT_INDEX}${digest.slice(2)}`),
    chain.getHead(),
    chain.readPayerState({ wallet: payer, tokens: [token], spender: contract }),
  ])
  if (mayTrigger === '0x') return { kind: 'operator', reason: 'no_contract' }
  if (readBool(paused) === true) return { kind: 'operator', reason: 'contract_paused' }
  if (readBool(mayTrigger) === false) return { kind: 'operator', reason: 'relayer_not_allowed' }
  if (readBool(cancelled) === true) return { kind: 'payer', reason: 'permit_cancelled' }
  const chainTimeS = BigInt(head.latest.timestampS)
  if (chainTimeS > schedule.deadline_s) return { kind: 'payer', reason: 'permit_expired' }
  const order = last === null || last.length !== WORD_DIGITS ? null : BigInt(last)
  if (order !== null && order !== BigInt(index - 1)) return judgeOrder(BigInt(index), order)
  const dueS = schedule.first_payment_s + BigInt(index - 1) * schedule.period_s
  if (chainTimeS < dueS) return { kind: 'not_due' }
  const total = BigInt(schedule.amount_units) + BigInt(schedule.fee_units)
  const { balanceUnits = null, allowanceUnits = null } = state.tokens[token.toLowerCase()] ?? {}
  if (balanceUnits !== null && balanceUnits < total) {
    return { kind: 'payer', reason: 'insufficient_balance' }
  }
  if (allowanceUnits !== null && allowanceUnits < total) {
    return { kind: 'payer', reason: 'insufficient_allowance' }
  }
  return { kind: 'payer', reason: 'transfer_refused' }
}

/** The length of `0x` and a 32-byte word. */
const WORD_DIGITS = 2 + 64
