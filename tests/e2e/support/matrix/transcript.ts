import type { PageEvent } from '../watchEvents.ts'

/*
 * A page's events in the matrix notation: a state's name, `+name` for any other event, and `|` for a reload. A transaction event also has
 * its kind, and an error event its code. The constants below are the parts of a payment.
 */

/** The page reads the payment. */
export const OPENED = 'loading connect +ready'
/** The payer chooses a wallet, and the page loads the calldata to sign. */
export const REVIEWED = '+before-connect connecting +connect review'
/** The payer presses Pay, and the wallet receives the payment request. */
export const ASKED = '+before-pay preparing signing'
/** The payer presses Pay and approves in the wallet, which then receives the payment request. */
export const APPROVED = '+before-pay preparing approving +transaction:approve signing'
/** The wallet returned a hash. */
export const SENT = 'broadcasting +transaction:pay confirming'
/** After a reload, the page finds an attempt from this device, and the attempt's payment on the chain or through the service. */
export const RESUMED = 'loading resuming +ready +resume'
export const FOUND = `${RESUMED} {${SENT}}`
/** After a reload, the page already has the payment's hash and shows its confirmation at once. */
export const FOLLOWED = 'loading confirming +transaction:pay +ready +resume'
/** The service reports the payment as paid. */
export const PAID = 'succeeded +success'

/**
 * Builds a transcript's pattern: `{…}` contains the parts that depend on timing, and `…` stands for any events. For example, either of two
 * tabs may see a payment first.
 */
export function patternOf(transcript: string): RegExp {
  const pattern = transcript
    .replaceAll(/[+|]/g, '\\$&')
    .replaceAll(/ ?\{([^}]*)\}/g, '(?: $1)?')
    .replace(/^… /, '(?:\\S+ )*')
    .replaceAll(' …', '(?: \\S+)*')
  return new RegExp(`^${pattern}$`)
}

/** Joins any number of pieces in order. */
export function inOrder(...pieces: readonly string[]): string {
  return pieces.join(' ')
}

/**
 * Returns the transcript of each page, in the order in which pages were opened. Between `confirming` and the end, the element shows
 * `settling` when it counts the blocks before the service responds. Whether `settling` appears depends on timing, so transcripts omit that
 * state.
 */
export function transcriptsOf(events: readonly PageEvent[]): string[] {
  const pages = [...new Set(events.map(({ page }) => page))]
  return pages.map((page) => {
    const own = events.filter((event) => event.page === page)
    const loads = [...new Set(own.map(({ load }) => load))]
    return loads.map((load) => wordsOf(own.filter((event) => event.load === load))).join(' | ')
  })
}

function wordsOf(events: readonly PageEvent[]): string {
  const words = events.map(({ name, facts }) => {
    if (name === 'sp-statechange') return facts.to ?? ''
    const detail = facts.code ?? (name === 'sp-transaction' ? facts.kind : undefined)
    const word = `+${name.slice('sp-'.length)}`
    return detail === undefined ? word : `${word}:${detail}`
  })
  return words.join(' ').replaceAll(/ settling(?= (succeeded|partial))/g, '')
}
