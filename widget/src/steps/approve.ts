import type { Step } from '@secure-payment/core'
import type { NoteFact } from '../machine/fact.ts'
import type { Provider } from '../wallets/provider.ts'
import { readChainId } from '../wallets/provider.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import { updateAttempt } from './attempts.ts'
import { type ChainReader, createChainReader } from './chainReader.ts'
import { isHash, readQuantity, sourceOf } from './chainRecords.ts'
import type { Session, Task } from './session.ts'

const POLL_MS = 1_000

/**
 * Runs the approval, or reset, at the plan's current step: -> step_sent, step_mined or step_failed. Skips it when the
 * allowance already suffices. An approval is not a payment: an unclear response from the wallet ends the attempt as not
 * sent.
 */
export async function approve(task: Task, attemptId: string): Promise<void> {
  const { session, tell } = task
  const note = await approveStep(task, attemptId)
  if (note !== null) {
    // The signature is requested only once: the next request is the transaction.
    const { verified } = session.state()
    const changed = verified?.permit && {
      verified: { ...verified, review: { ...verified.review, isByPermit: false } },
    }
    tell({ type: 'step_failed', note, ...changed })
    return
  }
  const { plan } = session.state()
  const stepIndex = (plan?.index ?? 0) + 1
  await updateAttempt(session, attemptId, { phase: 'approved', stepIndex })
  tell({ type: 'step_mined' })
}

/** Returns the failure, or null if the allowance suffices. */
async function approveStep(task: Task, attemptId: string): Promise<NoteFact | null> {
  const { session, signal, tell } = task
  const { provider } = session
  const { account, plan, verified } = session.state()
  const step = verified?.steps[plan?.index ?? -1]
  if (provider === null || verified === null || account === null || step === undefined) {
    return { code: 'wallet_gone' }
  }
  const reader = createChainReader(sourceOf(session, verified.network, signal))
  const owner = account.address
  if (isDone(session, step, await allowance(reader, owner, step))) return null

  const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
  if (chainId !== verified.network.chainId) return { code: 'switch_failed' }
  await updateAttempt(session, attemptId, { phase: 'approving' })
  signal.throwIfAborted()
  if (verified.permit !== undefined) {
    const chunk = await session.parts.permit()
    const isAllowed = async () => isDone(session, step, await allowance(reader, owner, step))
    const outcome = await chunk?.askForPermit({ task, attemptId, reader, owner, step, isAllowed })
    if (outcome === 'allowed') return null
    if (typeof outcome === 'object') return outcome
  }
  const hash = await send(provider, owner, step, verified.network.chainId)
  if (typeof hash !== 'string') return hash
  tell({ type: 'step_sent', kind: step.kind, hash })
  return waitForAllowance(task, reader, owner, step, hash)
}

async function send(
  provider: Provider,
  from: string,
  step: Step,
  chainId: number,
): Promise<string | NoteFact> {
  const { to, data } = step.transaction
  const params = [{ from, to, data, value: '0x0', chainId: `0x${chainId.toString(16)}` }]
  try {
    const hash = await provider.request({ method: 'eth_sendTransaction', params })
    return isHash(hash) ? hash : { code: 'wallet_error' }
  } catch (error) {
    const fault = readWalletFault(error)
    return fault === 'rejected' ? { code: 'approve_rejected' } : faultNote(fault)
  }
}

/**
 * Waits until the allowance suffices, then returns null; otherwise returns the reason. The allowance decides, so an approval that was sped
 * up under another hash is found as well.
 */
async function waitForAllowance(
  { session, signal }: Task,
  reader: ChainReader,
  owner: string,
  step: Step,
  hash: string,
): Promise<NoteFact | null> {
  while (true) {
    signal.throwIfAborted()
    const receipt = await reader.read('eth_getTransactionReceipt', [hash]).catch(() => null)
    const units = await allowance(reader, owner, step)
    if (units !== null && isDone(session, step, units)) return null
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      if (readQuantity(receipt.status) === 0n) return { code: 'approval_reverted' }
      // The approval is mined, but the allowance is too low: the payer chose a smaller amount in the wallet.
      if (units !== null) return { code: 'approval_too_low' }
    }
    await session.wait(POLL_MS, signal)
  }
}

function isDone(session: Session, step: Step, units: bigint | null): boolean {
  if (units === null) return false
  if (step.kind === 'approve') return units >= step.amountUnits
  const next = session
    .state()
    .verified?.steps.find((other) => other.kind === 'approve' && other.token === step.token)
  return units === 0n || (next !== undefined && units >= next.amountUnits)
}

/** Returns null if the chain did not respond. */
async function allowance(reader: ChainReader, owner: string, step: Step): Promise<bigint | null> {
  if (step.token === null || step.spender === null) return null
  const data = `0xdd62ed3e${word(owner)}${word(step.spender)}`
  const call = { to: step.token, data }
  const answer = await reader.read('eth_call', [call, 'latest']).catch(() => null)
  return readQuantity(answer)
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
