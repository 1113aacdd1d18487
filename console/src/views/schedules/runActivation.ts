import { isSameAddress } from '@secure-payment/core/evm'
import { permitTypedData, type SchedulePermit } from '@secure-payment/core/recurring'
import type { ContractCall, PayingAccount } from '../../wallets/payingWallet.ts'
import type { ScheduleFacts } from './scheduleTerms.ts'

/** The pending step. */
export type ActivationStep = 'approve' | 'confirm' | 'sign' | 'activate'

/** The verified data: the permit to sign, and the approvals that precede it. */
export type Agreement = {
  readonly facts: ScheduleFacts
  readonly permit: SchedulePermit
  readonly approvals: readonly ContractCall[]
  /** The allowance that the contract needs. */
  readonly allowanceUnits: bigint
}

/** The reason why the activation failed, if the wallet itself threw no error. */
export class ActivationError extends Error {
  override readonly name = 'ActivationError'
  readonly reason: 'other_payer' | 'reverted' | 'too_low' | 'unconfirmed'

  constructor(reason: ActivationError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** The interval in milliseconds and the maximum number of polls for a transaction. */
const POLL_MS = 2_000
const MAX_POLLS = 300

/**
 * Activates a created schedule in three steps: allowance, permit, activation. Waits for an approval that was already
 * sent instead of repeating it. Reports each step before it begins. The activation can run again from the start at any
 * time.
 *
 * @throws ActivationError, and the wallet's or the API's errors.
 */
export async function runActivation(
  agreement: Agreement,
  options: {
    account: PayingAccount
    /** The approval that was sent before a reload; null if there was none. */
    approvalHash: string | null
    onStep: (step: ActivationStep, txHash: string | null) => void
    onApprovalSent: (txHash: string) => void
    activate: (permitSignature: string) => Promise<unknown>
    /** Resolves after this many milliseconds; rejects when the caller stops waiting. */
    wait: (ms: number) => Promise<void>
  },
): Promise<void> {
  const { account, onStep } = options
  const { facts, permit } = agreement
  if (!isSameAddress(account.address, facts.terms.payer)) throw new ActivationError('other_payer')
  await account.useNetwork(facts.network)
  await approve(agreement, options)
  onStep('sign', null)
  const domain = { chainId: facts.network.chainId, contract: facts.contract }
  const signature = await account.signTypedData(permitTypedData(permit, domain))
  onStep('activate', null)
  await options.activate(signature)
}

async function approve(
  { facts, approvals, allowanceUnits }: Agreement,
  options: Parameters<typeof runActivation>[1],
): Promise<void> {
  const { account, approvalHash, onStep, onApprovalSent, wait } = options
  if (approvals.length === 0) return
  const read = () => account.readAllowance(facts.token.address, facts.contract)
  const settle = async (txHash: string): Promise<'succeeded' | 'gone'> => {
    onStep('confirm', txHash)
    return waitForReceipt(txHash, {
      account,
      wait,
      isDone: async () => (await read()) >= allowanceUnits,
    })
  }
  if ((await read()) >= allowanceUnits) return
  if (approvalHash !== null && (await settle(approvalHash)) === 'succeeded') {
    if ((await read()) >= allowanceUnits) return
  }
  for (const call of approvals) {
    onStep('approve', null)
    const txHash = await account.send(call)
    onApprovalSent(txHash)
    if ((await settle(txHash)) === 'gone') throw new ActivationError('unconfirmed')
  }
  // Some wallets let the person lower the approved amount.
  if ((await read()) < allowanceUnits) throw new ActivationError('too_low')
}

/**
 * Waits for a transaction, or for its effect: a wallet may have sent it again under another hash. Returns `gone` if the
 * wallet's node no longer has the transaction.
 *
 * @throws ActivationError when it reverts, or is not mined within ten minutes.
 */
export async function waitForReceipt(
  txHash: string,
  options: {
    account: Pick<PayingAccount, 'findReceipt'>
    wait: (ms: number) => Promise<void>
    isDone?: () => Promise<boolean>
  },
): Promise<'succeeded' | 'gone'> {
  const { account, wait, isDone = async () => false } = options
  let unknown = 0
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const receipt = await account.findReceipt(txHash)
    if (receipt === 'succeeded') return receipt
    if (receipt === 'reverted') throw new ActivationError('reverted')
    if (await isDone()) return 'succeeded'
    // The node that responds may receive the transaction later than the node that broadcast it.
    unknown = receipt === 'unknown' ? unknown + 1 : 0
    if (unknown > MAX_UNKNOWN) return 'gone'
    await wait(POLL_MS)
  }
  throw new ActivationError('unconfirmed')
}

const MAX_UNKNOWN = 15
