import { STATUS_CODES } from 'node:http'
import { type IRouter, Router } from 'express'
import { STATIC_FOLDER } from '../folders.ts'
import { errorCodes, type ProblemKind } from './errorCodes.ts'
import { escapeHtml } from './escapeHtml.ts'
import { PLAIN_PAGE_STYLE, renderPlainPage, securePlainPage } from './plainPage.ts'
import { STATUS_OF_KIND } from './problem.ts'

const ASSET_MAX_AGE_MS = 300_000

type Entry = { code: string; status: number; text: string }

/**
 * Serves the pages that problem documents name as their `type`: a page for each code, and `/errors` with all of them by
 * status.
 */
export function serveErrorPages(): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  const entries = listEntries()
  router.get(PLAIN_PAGE_STYLE, (_request, response) => {
    response.sendFile('errors.css', { root: STATIC_FOLDER, maxAge: ASSET_MAX_AGE_MS })
  })
  router.get('/errors', securePlainPage, (_request, response) => {
    response.type('html').send(renderList(entries))
  })
  for (const entry of entries) {
    router.get(`/errors/${entry.code}`, securePlainPage, (_request, response) => {
      response.type('html').send(renderEntry(entry))
    })
  }
  return router
}

function listEntries(): Entry[] {
  return Object.entries(errorCodes).flatMap(([kind, codes]) => {
    // The keys are kinds by the list's type, but `Object.entries` returns them as strings.
    const status = statusOf(kind as ProblemKind)
    return Object.entries(codes).map(([code, text]) => ({ code, status, text }))
  })
}

function statusOf(kind: ProblemKind): number {
  return kind === 'method_not_allowed' ? 405 : STATUS_OF_KIND[kind]
}

function renderEntry({ code, status, text }: Entry): string {
  return renderPlainPage(
    code,
    `<h1><code>${code}</code></h1>
<p>${describeStatus(status)}</p>
<p>${escapeHtml(text)}</p>
<p>A response with this code has details in <code>message</code>, and a <code>requestId</code> to quote to its operator.</p>
<p><a href="/errors">All codes</a> · <a href="/docs">API documentation</a></p>`,
  )
}

function renderList(entries: readonly Entry[]): string {
  const byStatus = Map.groupBy(entries, ({ status }) => status)
  const sections = [...byStatus]
    .sort(([left], [right]) => left - right)
    .map(([status, codes]) => `<h2>${describeStatus(status)}</h2>\n${renderCodes(codes)}`)
  return renderPlainPage(
    'Error codes',
    `<h1>Error codes</h1>
<p>Every failed response is a problem document (RFC 9457) with one of these values in <code>code</code>. Codes never change; texts do.</p>
${sections.join('\n')}
<p><a href="/docs">API documentation</a></p>`,
  )
}

function renderCodes(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ code, text }) =>
      `<dt><a href="/errors/${code}"><code>${code}</code></a></dt>\n<dd>${escapeHtml(text)}</dd>`,
  )
  return `<dl>\n${items.join('\n')}\n</dl>`
}

function describeStatus(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`
}
