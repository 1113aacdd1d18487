import type { NoteFact } from '../machine/fact.ts'

/**
 * The meaning of a wallet's error. `rejected` (the payer declined) and `refused` (the wallet did not accept the call) prove that the
 * call had no effect. `unknown` proves nothing.
 */
export type WalletFault = 'rejected' | 'busy' | 'locked' | 'refused' | 'unknown_chain' | 'unknown'

/** The members in which wrappers nest the wallet's own error. */
const INNER = ['cause', 'error', 'originalError', 'data', 'info'] as const
const MAX_DEPTH = 8

/** Codes of EIP-1193, EIP-1474, EIP-5792 and WalletConnect, and the names that common libraries use for them. */
const FAULTS: ReadonlyMap<unknown, WalletFault> = new Map<unknown, WalletFault>([
  [4001, 'rejected'],
  [5000, 'rejected'],
  [5001, 'rejected'],
  [5002, 'rejected'],
  [5003, 'rejected'],
  ['ACTION_REJECTED', 'rejected'],
  ['UserRejectedRequestError', 'rejected'],
  ['UserRejected', 'rejected'],
  [-32002, 'busy'],
  [4100, 'locked'],
  [4200, 'refused'],
  [3001, 'refused'],
  [5101, 'refused'],
  [-32601, 'refused'],
  [-32602, 'refused'],
  // EIP-5792: the wallet did not accept the calls. Omits 5720 (duplicate id), because the wallet may have sent the calls that already have
  // this id.
  [5700, 'refused'],
  [5710, 'refused'],
  [5740, 'refused'],
  [5750, 'refused'],
  [5760, 'refused'],
  [4902, 'unknown_chain'],
])

/**
 * Classifies a wallet's error and its causes. Wrappers have their own code, such as -32603 around 4001, so the outermost code
 * is not sufficient. A rejection at any depth has priority.
 */
export function readWalletFault(error: unknown): WalletFault {
  const found = collect(error, 0)
  return found.find((fault) => fault === 'rejected') ?? found[0] ?? 'unknown'
}

/** Returns the payer's note about an error that occurred before the payment's request. */
export function faultNote(fault: WalletFault): NoteFact {
  switch (fault) {
    case 'rejected':
      return { code: 'rejected' }
    case 'busy':
      return { code: 'wallet_busy' }
    case 'locked':
      return { code: 'wallet_locked' }
    case 'refused':
    case 'unknown_chain':
    case 'unknown':
      return { code: 'wallet_error' }
    default:
      return fault satisfies never
  }
}

function collect(error: unknown, depth: number): readonly WalletFault[] {
  if (depth > MAX_DEPTH || typeof error !== 'object' || error === null) return []
  const members: Readonly<Record<string, unknown>> = { ...error, ...namesOf(error) }
  const own = [members['code'], members['name']].flatMap((key) => FAULTS.get(key) ?? [])
  return [...own, ...INNER.flatMap((key) => collect(members[key], depth + 1))]
}

/** Members of an Error that spreading does not copy. */
function namesOf(error: object): Readonly<Record<string, unknown>> {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown }
  return { name, code, cause }
}
