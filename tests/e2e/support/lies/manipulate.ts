import type { Call, Lie } from './lie.ts'

/** A response from `/pay`, as on the wire. */
type Answer = Readonly<Record<string, unknown>>

/** Returns the response with the lie's changes. Throws when the lie changes nothing. */
export function manipulate(answer: Answer, { change }: Pick<Lie, 'change'>): Answer {
  const calls = callsOf(answer)
  const truth = JSON.stringify(calls)
  change(calls)
  if (JSON.stringify(calls) === truth) throw new Error('This lie is the truth.')
  if (!('batchPaymentTransaction' in answer)) return { ...answer, transactions: calls }
  return {
    ...answer,
    ERC20ApprovalTransactions: calls.slice(0, -1),
    batchPaymentTransaction: calls.at(-1),
  }
}

/** Approvals first, the payment last. */
function callsOf({
  transactions,
  ERC20ApprovalTransactions,
  batchPaymentTransaction,
}: Answer): Call[] {
  const known: unknown = transactions ?? [
    ...(Array.isArray(ERC20ApprovalTransactions) ? ERC20ApprovalTransactions : []),
    batchPaymentTransaction,
  ]
  // Not validated: a lie may have given the transactions an invalid format.
  return structuredClone(known) as Call[]
}
