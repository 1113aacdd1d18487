import type { Step } from '@secure-payment/core'
import { TronTransactionMismatchError, toAbiAddress } from '@secure-payment/core/tron'
import type { NoteFact } from '../../machine/fact.ts'
import type { VerifiedPayment } from '../../machine/verifiedPayment.ts'
import { updateAttempt } from '../../steps/attempts.ts'
import type { Session, Task } from '../../steps/session.ts'
import { readChainId } from '../../wallets/provider.ts'
import { faultNote, readWalletFault } from '../../wallets/walletError.ts'
import { broadcastTron } from './broadcastTron.ts'
import { nodeOf, type TronNode } from './createTronNode.ts'
import { buildStep, isTooLate, type SignedTron, signTron } from './signTron.ts'
import { hasPassed } from './watchTron.ts'

const POLL_MS = 1_000
const RESEND_MS = 3_000

/**
 * Runs the approval, or reset, at the plan's current step: -> step_sent, step_mined or step_failed. Skips it when the
 * allowance already suffices. A repeated approval is harmless: it costs only energy.
 */
export async function approveTron(task: Task, attemptId: string): Promise<void> {
  const { session, tell } = task
  const note = await approveStep(task, attemptId).catch((error: unknown): NoteFact => {
    task.signal.throwIfAborted()
    return noteOf(error)
  })
  if (note !== null) return tell({ type: 'step_failed', note })
  const stepIndex = (session.state().plan?.index ?? 0) + 1
  await updateAttempt(session, attemptId, { phase: 'approved', stepIndex })
  tell({ type: 'step_mined' })
}

/** Returns the failure, or null if the allowance suffices. Throws the error of the node or the wallet. */
async function approveStep(task: Task, attemptId: string): Promise<NoteFact | null> {
  const { session, signal, tell } = task
  const { provider } = session
  const { account, plan, verified } = session.state()
  const step = verified?.steps[plan?.index ?? -1]
  if (provider === null || verified === null || account === null || step === undefined) {
    return { code: 'wallet_gone' }
  }
  const owner = account.address
  const { network, payment } = verified
  const node = nodeOf(session, payment, network, signal)
  if (await isAllowed(node, owner, step, verified)) return null

  const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
  if (chainId !== network.chainId)
    return { code: 'switch_failed', params: { network: network.name } }
  const block = await node.block('wallet')
  const readAt = session.now()
  const chainNowMs = () => block.timestampMs + session.now() - readAt
  await updateAttempt(session, attemptId, { phase: 'approving' })
  signal.throwIfAborted()
  const transaction = buildStep(step, owner, block)
  const signed = await signTron(provider, transaction, { step, owner, chainNowMs })
  signal.throwIfAborted()
  tell({ type: 'step_sent', kind: step.kind, hash: signed.txID })
  return waitForApproval(task, node, signed, () => isAllowed(node, owner, step, verified))
}

/**
 * Sends the approval until a node has it, then waits for its block. Returns null once the allowance suffices, otherwise the reason. Stops
 * if a node rejects the transaction permanently.
 */
async function waitForApproval(
  { session, signal }: Task,
  node: TronNode,
  signed: SignedTron,
  isDone: () => Promise<boolean>,
): Promise<NoteFact | null> {
  let sentAt = Number.NEGATIVE_INFINITY
  while (true) {
    const info = await node.info(signed.txID, 'wallet').catch(() => null)
    signal.throwIfAborted()
    if (info !== null) {
      if (!info.isSuccess) return { code: 'approval_reverted' }
      return (await isDone()) ? null : { code: 'approval_too_low' }
    }
    const isKnown = await node.hasTransaction(signed.txID, 'wallet').catch(() => true)
    if (!isKnown && session.now() - sentAt >= RESEND_MS) {
      sentAt = session.now()
      const refusal = await send(session, node, signed, signal)
      if (refusal !== null) return refusal
    }
    if (await isOver(node, signed)) return { code: 'tron_approval_dropped' }
    await session.wait(POLL_MS, signal)
  }
}

async function send(
  session: Session,
  node: TronNode,
  signed: SignedTron,
  signal: AbortSignal,
): Promise<NoteFact | null> {
  switch (await broadcastTron(session, node, signed, signal)) {
    case 'no_resources':
      return { code: 'insufficient_gas', params: { symbol: 'TRX' } }
    case 'bad_signature':
      return { code: 'account_changed' }
    case 'refused':
      return { code: 'tron_approval_dropped' }
    case 'taken':
    case 'busy':
      return null
  }
}

async function isOver(node: TronNode, signed: SignedTron): Promise<boolean> {
  const head = await node.block('wallet').catch(() => null)
  return head !== null && (await hasPassed(node, signed, head.timestampMs))
}

/** Returns whether the allowance suffices for a step: the payment's sum, or zero for a reset. */
async function isAllowed(
  node: TronNode,
  owner: string,
  { kind, token, spender }: Step,
  { pay }: VerifiedPayment,
): Promise<boolean> {
  if (token === null || spender === null) return false
  const words = word(owner) + word(spender)
  const units = await node.allowance({ token, owner, words })
  return units >= pay.amountUnits || (kind === 'reset_approval' && units === 0n)
}

function word(address: string): string {
  return toAbiAddress(address).slice(2).padStart(64, '0')
}

function noteOf(error: unknown): NoteFact {
  if (error instanceof TronTransactionMismatchError) {
    return { code: isTooLate(error) ? 'tron_approval_dropped' : 'tron_other_bytes' }
  }
  if (error instanceof Error && error.name === 'TronNodeError') return { code: 'chain_unavailable' }
  const fault = readWalletFault(error)
  return fault === 'rejected' ? { code: 'approve_rejected' } : faultNote(fault)
}
