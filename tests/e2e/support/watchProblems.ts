import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** Unexpected problems in a context's pages. */
export type Problems = {
  /** Console errors and warnings, uncaught errors, violations of the page's policy. */
  readonly found: readonly string[]
  /** Marks problems of this kind as part of the story. */
  allow(pattern: RegExp): void
  /** Every line that the pages logged, with the element's states in between, for the analysis of a failure. */
  readonly transcript: readonly string[]
}

/** Collects problems in every open and future page in the context. */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const all: string[] = []
  const allowed: RegExp[] = []
  const transcript: string[] = []
  context.on('console', (message) => {
    transcript.push(message.text())
    if (isProblem(message)) all.push(message.text())
  })
  context.on('weberror', (error) => all.push(String(error.error())))
  await context.exposeFunction('__reportViolation', (text: string) => all.push(text))
  await context.addInitScript(reportViolations)
  return {
    transcript,
    get found() {
      return all.filter((text) => !allowed.some((pattern) => pattern.test(text)))
    },
    allow: (pattern) => allowed.push(pattern),
  }
}

/**
 * The calls that report an action by the page. The service may have found the transaction on the chain first, and then responds with 409.
 */
const REPORT = /\/v2\/secure-payments\/[^/]+\/(intent|attempts\/[^/]+)$/

function isProblem(message: ConsoleMessage): boolean {
  if (message.text().includes('409 (Conflict)') && REPORT.test(message.location().url)) return false
  return message.type() === 'error' || message.type() === 'warning'
}

declare global {
  interface Window {
    __reportViolation?: (text: string) => void
  }
}

/** Runs in the page. */
function reportViolations(): void {
  document.addEventListener('sp-statechange', ({ detail: { from, to, reason } }) => {
    console.debug(`${from} -> ${to} (${reason})`)
  })
  document.addEventListener('securitypolicyviolation', (event) => {
    window.__reportViolation?.(
      `Violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`,
    )
  })
}
