import type { NoteCode } from '../codes.ts'
import { afterNoPayment, confirmed, fail, watch } from './attemptMoves.ts'
import { withTransaction } from './attemptReadings.ts'
import type { Effect } from './effect.ts'
import { enter, stay } from './moves.ts'
import { note } from './notes.ts'
import { isIn, type Of, type State, type StateOf, type Transition } from './state.ts'

/** Handles the stored hash of a payment, and the chain's readings for it. */
export function onChain(
  state: State,
  fact: Of<'recorded' | 'confirmations' | 'reverted' | 'replaced' | 'dropped'>,
): Transition {
  if (fact.type === 'recorded') {
    return state.name === 'broadcasting' ? watch(state, fact, { note: state.note }) : stay(state)
  }
  if (state.name !== 'confirming' && state.name !== 'settling') return stay(state)
  switch (fact.type) {
    case 'confirmations': {
      const { current, required } = fact
      const confirmations = { current, required }
      const said = fact.note === undefined ? state.note : fact.note && note(fact.note)
      const told = { ...state, note: said }
      const isDeep = current >= required && state.hash !== null
      return isDeep ? confirmed(told, state.hash, confirmations) : stay(told, { confirmations })
    }
    case 'reverted':
      return fail(
        state,
        fact,
        {
          code: 'payment_reverted',
          moneyState: 'fee-only',
          recoverable: true,
          ...(fact.params && { params: fact.params }),
        },
        'reverted',
      )
    case 'dropped': {
      const code = 'tron_dropped'
      const { params } = fact
      return fail(
        state,
        fact,
        { code, moneyState: 'untouched', recoverable: true, params },
        'dropped',
      )
    }
    case 'replaced': {
      if (fact.change === 'faster' && state.attemptId !== null) {
        const params = { hash: fact.hash }
        const next = watch(state, fact, {
          hash: fact.hash,
          transactions: withTransaction(state, 'pay', fact.hash),
          note: note({ code: 'replaced_faster', params }),
        })
        const record: Effect = { type: 'record', attemptId: state.attemptId, hash: fact.hash }
        return { state: next.state, effects: [record, ...next.effects] }
      }
      const code = fact.change === 'cancelled' ? 'payment_cancelled' : 'payment_replaced'
      return fail(state, fact, { code, moneyState: 'untouched', recoverable: true }, 'dropped')
    }
    default:
      return fact satisfies never
  }
}

/** Handles the result of a chain search for a payment whose wallet request has no response. */
export function onReconciled(state: State, fact: Of<'reconciled'>): Transition {
  const { result } = fact
  if (!isIn(state, ['signing', 'unknown', 'resuming'])) return stay(state)
  if (result.kind === 'found') {
    const { hash } = result
    const found = { ...state, hash, transactions: withTransaction(state, 'pay', hash) }
    return enter(found, fact, 'broadcasting', {}, [
      { type: 'record', attemptId: state.attemptId, hash },
    ])
  }
  // While the prompt may still be open, only an existing payment counts.
  if (state.name === 'signing') return stay(state)
  switch (result.kind) {
    case 'not_sent':
      return afterNoPayment(state, fact)
    case 'nonce_unused': {
      const code = result.isPromptGone ? 'nonce_unused' : 'prompt_may_be_open'
      return keepSearching(state, code, result.isPromptGone)
    }
    case 'pending':
      return keepSearching(state, 'pending_in_wallet', false)
    case 'unreachable':
      return keepSearching(state, 'not_found_yet', false)
    default:
      return result satisfies never
  }
}

/** Continues the search in the same operation. */
function keepSearching(
  state: StateOf<'unknown' | 'resuming'>,
  code: NoteCode,
  canDiscard: boolean,
): Transition {
  const next = { ...state, name: 'unknown', note: note({ code }), canDiscard } as const
  return { state: next, effects: [] }
}
