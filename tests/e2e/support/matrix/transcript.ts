import type { PageEvent } from '../watchEvents.ts'

/*
 * What a page hears, as rows of the matrix write it: states as they are, other events as `+name` (a transaction with its kind, an error
 * with its code), and `|` where the page was loaded again. The pieces are the parts of a payment.
 */

/** The payment is read. */
export const OPENED = 'loading connect +ready'
/** A wallet is chosen, and what it will sign is read. */
export const REVIEWED = '+before-connect connecting +connect review'
/** Pay is pressed, and the wallet is asked for the payment. */
export const ASKED = '+before-pay preparing signing'
/** Pay is pressed, the wallet approves, and is asked for the payment. */
export const APPROVED = '+before-pay preparing approving +transaction:approve signing'
/** The wallet gave a hash. */
export const SENT = 'broadcasting +transaction:pay confirming'
/** After a reload, an attempt of this device is found; its payment on the chain, or in what the service has seen. */
export const RESUMED = 'loading resuming +ready +resume'
export const FOUND = `${RESUMED} {${SENT}}`
/** After a reload, a payment that has a hash is followed at once. */
export const FOLLOWED = 'loading confirming +transaction:pay +ready +resume'
/** The service says that it is paid. */
export const PAID = 'succeeded +success'

/**
 * What matches a transcript: `{…}` holds what chance may leave out, `…` stands for anything. Of two tabs, or a page and the service, either
 * may be the first to see a payment.
 */
export function patternOf(transcript: string): RegExp {
  const pattern = transcript
    .replaceAll(/[+|]/g, '\\$&')
    .replaceAll(/ ?\{([^}]*)\}/g, '(?: $1)?')
    .replace(/^… /, '(?:\\S+ )*')
    .replaceAll(' …', '(?: \\S+)*')
  return new RegExp(`^${pattern}$`)
}

/** Any number of pieces after one another. */
export function inOrder(...pieces: readonly string[]): string {
  return pieces.join(' ')
}

/**
 * What each page went through, in the order in which pages were opened. Between `confirming` and the end the element shows `settling` when
 * it has counted the blocks before the service tells: who is first is chance, so that it is left out there.
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
