import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'
import { RouteNotFoundError } from './errors.ts'
import { escapeHtml } from './escapeHtml.ts'
import { renderPlainPage, securePlainPage } from './plainPage.ts'

/**
 * Serves the service's root address to browsers: the service's name, with links to its console, guides and
 * documentation. A client that accepts JSON gets the problem document of an unknown path.
 */
export function serveStartPage(
  { authUrl, baseUrl }: Pick<Config, 'authUrl' | 'baseUrl'>,
  { hasConsole, hasGuides }: { hasConsole: boolean; hasGuides: boolean },
): IRouter {
  const page = renderPlainPage(
    'Crypto payments',
    `<h1>Secure Payment</h1>
<p>This service accepts crypto payments for merchants. Each payment has a separate link: to pay, open the complete link that the merchant gave you.</p>
<ul>
${hasConsole ? `${link(`${authUrl}/console/`, 'Merchant console')}\n` : ''}${hasGuides ? `${link(`${baseUrl}/guides/`, 'Guides')}\n` : ''}${link(`${baseUrl}/docs`, 'API documentation')}
${link(`${baseUrl}/openapi.json`, 'OpenAPI document')}
</ul>`,
  )
  const router = Router({ strict: true })
  router.get('/', (request, response, next) => {
    const { accept = '' } = request.headers
    const isBrowser = accept.includes('text/html')
    const wantsJson = accept.includes('json')
    // A request with a query, or from a client that accepts neither type, gets the hosted payment page.
    if (Object.keys(request.query).length > 0 || !(isBrowser || wantsJson)) return next()
    response.vary('Accept')
    if (!isBrowser) return next(new RouteNotFoundError())
    securePlainPage(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      response.type('html').send(page)
    })
  })
  return router
}

function link(url: string, text: string): string {
  return `<li><a href="${escapeHtml(url)}">${text}</a></li>`
}
