import type { api, Output } from '@secure-payment/core/api'
import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'
import { RouteNotFoundError } from '../http/errors.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import { NotReadyError } from '../http/notReadyError.ts'
import { renderPlainPage, securePlainPage } from '../http/plainPage.ts'
import { VERSION } from '../version.ts'

type Readiness = Output<typeof api.health.readyz>
type NetworkHealth = Readiness['networks'][number]
type StartConfig = Pick<Config, 'authUrl' | 'baseUrl' | 'networks'>
type StartFacts = {
  hasConsole: boolean
  hasGuides: boolean
  /** Reads the readiness; throws NotReadyError if the host is not ready. */
  readReadiness: () => Promise<Readiness>
}

const STATUS_WORDS: Readonly<Record<NetworkHealth['status'], string>> = {
  ok: 'Up to date',
  behind: 'Behind',
  down: 'No node responds',
}

/**
 * Serves the service's root address: a page for its operator with the version, the readiness and the served networks. `/readyz` and the API
 * publish the same facts. A client that accepts JSON and no HTML gets the problem document of an unknown path.
 */
export function serveStartPage(config: StartConfig, facts: StartFacts): IRouter {
  const router = Router({ strict: true })
  router.get('/', async (request, response, next) => {
    const { accept = '' } = request.headers
    // A request with a query names a payment.
    if (Object.keys(request.query).length > 0) return next()
    response.vary('Accept')
    if (!accept.includes('text/html') && accept.includes('json')) {
      return next(new RouteNotFoundError())
    }
    const page = renderStart(config, facts, await readHealth(facts))
    securePlainPage(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      response.set('cache-control', 'no-store').type('html').send(page)
    })
  })
  return router
}

async function readHealth({
  readReadiness,
}: StartFacts): Promise<{ isReady: boolean; networks: readonly NetworkHealth[] }> {
  try {
    return { isReady: true, networks: (await readReadiness()).networks }
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error
    return { isReady: false, networks: error.networks }
  }
}

function renderStart(
  { authUrl, baseUrl, networks }: StartConfig,
  { hasConsole, hasGuides }: StartFacts,
  health: Awaited<ReturnType<typeof readHealth>>,
): string {
  const links = [
    ...(hasConsole ? [renderLink(`${authUrl}/console/`, 'Merchant console')] : []),
    ...(hasGuides ? [renderLink(`${baseUrl}/guides/`, 'Guides')] : []),
    renderLink(`${baseUrl}/docs`, 'API reference'),
    renderLink(`${baseUrl}/openapi.json`, 'OpenAPI document'),
    renderLink(`${baseUrl}/errors`, 'Error codes'),
  ]
  const rows = networks.map(({ network: { id, name, isTestnet, isLocal } }) => {
    const status = health.networks.find((one) => one.network === id)?.status
    const kind = isTestnet || isLocal ? 'Test network' : 'Main network'
    return `<tr><th scope="row">${escapeHtml(name)}</th><td>${kind}</td><td>${status === undefined ? 'Not known' : STATUS_WORDS[status]}</td></tr>`
  })
  const state = health.isReady ? 'Ready' : 'Not ready'
  return renderPlainPage(
    'Crypto payments',
    `<h1>Secure Payment</h1>
<p>This service accepts crypto payments for merchants. Each payment has a separate link: to pay, open the complete link that the merchant gave you.</p>
<h2>Service</h2>
<dl class="facts">
<div><dt>Status</dt><dd><a href="/readyz">${state}</a></dd></div>
<div><dt>Version</dt><dd>${escapeHtml(VERSION)}</dd></div>
</dl>
<h2>Networks</h2>
<table>
<thead><tr><th scope="col">Network</th><th scope="col">Kind</th><th scope="col">Payments</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h2>For merchants and operators</h2>
<ul>
${links.join('\n')}
</ul>`,
    '<meta name="robots" content="noindex">\n',
  )
}

function renderLink(url: string, text: string): string {
  return `<li><a href="${escapeHtml(url)}">${text}</a></li>`
}
