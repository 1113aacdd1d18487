import { isPartLost } from '../loadPart.ts'
import type { EngineEffect } from '../machine/effect.ts'
import type { Fact } from '../machine/fact.ts'

/**
 * Returns the fact that reports an effect that failed to run (a chunk that did not load, or a bug in this code); null if no fact is needed.
 */
export function failureOf(effect: EngineEffect): Fact | null {
  switch (effect.type) {
    case 'load_options':
    case 'load_review':
      return { type: 'request_failed', note: { code: 'service_unavailable' } }
    case 'load_fee':
      return { type: 'network_fee', optionId: effect.optionId, fee: undefined }
    case 'acquire':
    case 'prepare':
    case 'switch':
    case 'approve':
      // The wallet received no request, because the part that sends it did not load.
      return {
        type: 'step_failed',
        note: { code: isPartLost() ? 'service_unavailable' : 'wallet_error' },
      }
    case 'pay': {
      // `pay` never rejects once the wallet has received the request: only its chunk can be missing here.
      const note = { code: 'service_unavailable' } as const
      return { type: 'not_sent', attemptId: effect.attemptId, note }
    }
    case 'record':
      return { type: 'recorded' }
    case 'reconcile':
      return { type: 'reconciled', result: { kind: 'unreachable' } }
    case 'finish':
    case 'take_over':
    case 'follow_calls':
    case 'watch':
      return null
    default:
      return effect satisfies never
  }
}
