import type { PageEvent } from '../watchEvents.ts'

/** States in which the payment may have left the wallet. */
const MAYBE_SENT = new Set([
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
])
/** States in which the payer can press Pay, or choose again. */
const OPEN = new Set(['connect', 'connecting', 'options', 'review', 'partial'])
/**
 * The allowed ways back: proof from the wallet or the chain, the payer's explicit statement, or the service's count of a partial payment.
 */
const PROOFS = new Set(['not_sent', 'reconciled', 'discard', 'server'])

/**
 * Returns a story's events that break the rules for every payment. States follow one another without a gap. An attempt begins with
 * `sp-before-pay`. Once the payment may have left the wallet, only proof leads back to a state in which the payer can pay. A hash is
 * reported once. `sp-success` fires exactly once for a payment that is shown as paid, and never otherwise.
 */
export function findUnlawful(events: readonly PageEvent[]): string[] {
  const lives = Map.groupBy(
    events,
    ({ page, load, element }) => `${pageId(page)} ${load} ${element}`,
  )
  return [...lives].flatMap(([id, life]) => findInLife(life).map((fault) => `${fault} (${id})`))
}

const pageIds = new WeakMap<object, number>()
let nextId = 0

function pageId(page: object): number {
  const id = pageIds.get(page) ?? nextId++
  pageIds.set(page, id)
  return id
}

function findInLife(life: readonly PageEvent[]): string[] {
  const faults: string[] = []
  let state = 'idle'
  let isAsked = false
  for (const { name, facts } of life) {
    if (name === 'sp-before-pay') isAsked = true
    if (name !== 'sp-statechange') continue
    const { from = '', to = '', reason = '' } = facts
    // An element that receives another token restarts.
    if (from !== state && from !== 'idle') faults.push(`${from} comes after ${state}`)
    if (to === 'preparing' && !isAsked) faults.push('an attempt without sp-before-pay')
    if (to === 'preparing') isAsked = false
    if (MAYBE_SENT.has(from) && OPEN.has(to) && !PROOFS.has(reason)) {
      faults.push(`${from} leads to ${to} by ${reason}`)
    }
    state = to
  }
  const hashes = life.filter(({ name }) => name === 'sp-transaction').map(({ facts }) => facts.hash)
  if (new Set(hashes).size < hashes.length) faults.push('a transaction is reported twice')
  const told = life.filter(({ name }) => name === 'sp-success').map(({ facts }) => facts.token)
  if (new Set(told).size < told.length) faults.push('sp-success comes twice')
  const isPaid = life.some(({ facts }) => facts.to === 'succeeded')
  if (!isPaid && told.length > 0) faults.push('sp-success without a payment')
  return faults
}
