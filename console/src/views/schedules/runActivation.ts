import { isSameAddress } from '@secure-payment/core/evm'
import { permitTypedData, type SchedulePermit } from '@secure-payment/core/recurring'
import type { ContractCall, PayingAccount } from '../../wallets/payingWallet.ts'
import type { ScheduleFacts } from './scheduleTerms.ts'

/** What is being waited for. */
export type ActivationStep = 'approve' | 'confirm' | 'sign' | 'activate'

/** What has been checked: the permit to sign and the approvals before it. */
export type Agreement = {
  readonly facts: ScheduleFacts
  readonly permit: SchedulePermit
  readonly approvals: readonly ContractCall[]
  /** What the contract must be allowed to take. */
  readonly allowanceUnits: bigint
}

/** Why it did not come to a signature, where the wallet itself threw nothing. */
export class ActivationError extends Error {
  override readonly name = 'ActivationError'
  readonly reason: 'other_payer' | 'reverted' | 'too_low' | 'unconfirmed'

  constructor(reason: ActivationError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** How often a transaction is looked for, and how many times. */
const POLL_MS = 2_000
const MAX_POLLS = 300

/**
 * Leads a schedule that was created to its signature: allowance (an approval that was sent before is waited for, not repeated),
 * permit, activation. Each step is told before it begins. It can be run again from the start at any time.
 *
 * @throws ActivationError, and what the wallet or the API threw.
 */
export async function runActivation(
  agreement: Agreement,
  options: {
    account: PayingAccount
    /** The approval that was sent before a reload; null when there was none. */
    approvalHash: string | null
    onStep: (step: ActivationStep, txHash: string | null) => void
    onApprovalSent: (txHash: string) => void
    activate: (permitSignature: string) => Promise<unknown>
    /** Resolves after so many milliseconds; rejects when nobody waits any more. */
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
  const signature = await account.signPermit(permitTypedData(permit, domain))
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
  // A wallet lets people lower the number that they approve.
  if ((await read()) < allowanceUnits) throw new ActivationError('too_low')
}

/**
 * Waits for a transaction, or for what it shall bring about: a wallet may have sent it anew under another hash. `gone` when the
 * wallet's node does not know it any more.
 *
 * @throws ActivationError when it reverted, or is not mined in ten minutes.
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
    // A node may hear of a transaction later than the wallet that sent it.
    unknown = receipt === 'unknown' ? unknown + 1 : 0
    if (unknown > MAX_UNKNOWN) return 'gone'
    await wait(POLL_MS)
  }
  throw new ActivationError('unconfirmed')
}

const MAX_UNKNOWN = 15
