import type { NoteCode } from '../codes.ts'
import type { Model } from '../model.ts'
import type { NoteFact } from './fact.ts'

/** Returns a note with its tone: an error requires an action by the payer. */
export function note(fact: NoteFact): NonNullable<Model['note']> {
  if (fact.code === 'nonce_unused') return { tone: 'success', ...fact }
  return { tone: QUIET_NOTES.has(fact.code) ? 'info' : 'error', ...fact }
}

const QUIET_NOTES: ReadonlySet<NoteCode> = new Set([
  'rejected',
  'switch_rejected',
  'approve_rejected',
  'account_changed',
  'auto_selected',
  'replaced_faster',
  'checking',
  'pending_in_wallet',
  'prompt_may_be_open',
  'not_found_yet',
  'not_sent',
  'approval_kept',
  'taken_over',
  'locked_tab',
  'locked_tab_signing',
  'locked_device',
  'payment_changed',
  'safe_waiting',
])
