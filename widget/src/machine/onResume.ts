import { followCalls, giveUp, searchPayment, watch } from './attemptMoves.ts'
import { attemptView, explorerUrl, recordedCrossing } from './attemptReadings.ts'
import type { AttemptRecord, LiveAttempt } from './attemptRecord.ts'
import { processElsewhere } from './elsewhere.ts'
import { announce, enter, finish, stay, succeed } from './moves.ts'
import { note } from './notes.ts'
import { unavailable } from './onServer.ts'
import type { Also, Of, State, Transition } from './state.ts'

/** Handles an attempt of this device that was found: it continues, or ends before it began. */
export function onResume(state: State, fact: Of<'loaded'>, record: LiveAttempt): Transition {
  if (state.name !== 'loading') return stay(state)
  const { answer } = fact
  const own = { ...state, attemptId: record.id, also: readAlso(record) }
  if (answer.kind === 'completed') {
    return announce(succeed(own, fact, answer.payment), answer.payment, false)
  }
  const known = { ...own, payment: answer.payment ?? state.payment }
  if (record.phase === 'signing' || record.phase === 'broadcast') {
    return announce(resume(known, fact, record), answer.payment, true)
  }
  if (answer.kind === 'unavailable') return unavailable(known, fact, answer)
  if (answer.kind === 'processing') {
    const next = processElsewhere(known, fact, answer.payment)
    // Another tab that holds the attempt ends it.
    const ended = fact.isLockedElsewhere ? [] : finish(known, 'abandoned')
    const both = { state: next.state, effects: [...ended, ...next.effects] }
    return announce(both, answer.payment, false)
  }
  return announce(stopEarly(known, fact, record), answer.payment, true)
}

/** Reads other payments that were sent before this page was loaded. */
function readAlso(record: LiveAttempt): Also {
  const others = record.others ?? []
  const crossings = [record, ...others].map((one) => [one.id, recordedCrossing(one)] as const)
  const sent = others.flatMap(({ id, txHash }) => (txHash ? [{ attemptId: id, hash: txHash }] : []))
  return { sent, crossings: Object.fromEntries(crossings), failure: null, isPart: false }
}

/** Resumes an attempt whose request the wallet received before this page was loaded. */
function resume(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const patch = {
    attempt: attemptView(record),
    attemptId: record.id,
    crossing: recordedCrossing(record),
    plan: { needsSwitch: false, kinds: record.steps, index: record.stepIndex, hashes: {} },
  }
  if (record.txHash !== null) {
    const sent = {
      hash: record.txHash,
      chainId: record.chainId,
      kind: 'pay',
      explorerUrl: explorerUrl({ ...state, ...patch }, record.txHash),
    } as const
    return watch(state, fact, { ...patch, hash: record.txHash, transactions: [sent] })
  }
  if (record.phase === 'broadcast' && record.callsId !== undefined) {
    return followCalls(state, fact, record.safeTxHash !== undefined, patch)
  }
  if (fact.isLockedElsewhere) {
    // The other tab's own attempt, which that tab ends.
    const others = { ...patch, attemptId: null, plan: null }
    return enter(state, fact, 'locked', { ...others, note: note({ code: 'locked_tab_signing' }) })
  }
  return searchPayment(state, fact, 'resuming', patch)
}

/** Ends an attempt whose payer left the page before the wallet received the payment's request. */
function stopEarly(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const attempt = attemptView(record)
  if (fact.isLockedElsewhere) {
    const patch = {
      attempt,
      attemptId: null,
      canTakeOver: true,
      note: note({ code: 'locked_tab' }),
    }
    return enter(state, fact, 'locked', patch)
  }
  const isApproved = record.phase === 'approved'
  return giveUp(state, fact, 'connect', isApproved ? { note: note({ code: 'approval_kept' }) } : {})
}
