import { createOpenApiDocument } from '@secure-payment/core/api'
import { type IRouter, Router } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.ts'
import { READING_PAGE_FILES, READING_PAGE_FOLDER, STATIC_FOLDER } from '../folders.ts'
import { VERSION } from '../version.ts'

/** The service's own assets, in addition to those of the API reference page. */
const OWN_ASSETS = ['docs.js', 'docs.css'] as const

/** Serves the service's description: the OpenAPI document with this host's origins, and the API reference page. */
export function serveDocs(
  context: Pick<Context, 'config'>,
  { hasGuides }: { hasGuides: boolean },
): IRouter {
  const { baseUrl, authUrl } = context.config
  // The document is built at the first request, because building it would double the startup time, and many hosts never need it.
  let document: string | null = null
  const router = Router({ strict: true })
  // Request Network serves its document at the second path.
  router.get(['/openapi.json', '/open-api/openapi.json'], (_request, response) => {
    document ??= JSON.stringify(createOpenApiDocument({ baseUrl, authUrl, version: VERSION }))
    response.setHeader('access-control-allow-origin', '*')
    response.type('application/json').send(document)
  })
  serveReadingPage(router, renderPage(hasGuides))
  return router
}

function serveReadingPage(router: IRouter, page: string): void {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The API reference page sets style attributes; it runs no third-party script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  router.get('/docs', secure, (_request, response) => response.type('html').send(page))
  serveFiles(router, READING_PAGE_FILES, READING_PAGE_FOLDER)
  serveFiles(router, OWN_ASSETS, STATIC_FOLDER)
}

function serveFiles(router: IRouter, names: readonly string[], root: string): void {
  for (const name of names) {
    router.get(`/docs/${name}`, (_request, response) => response.sendFile(name, { root }))
  }
}

/** Renders the API reference page, with a link to the guides if the host has them. */
function renderPage(hasGuides: boolean): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Secure Payment API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
<script defer src="/docs/swagger-ui-bundle.js"></script>
<script defer src="/docs/docs.js"></script>
</head>
<body>
${hasGuides ? '<nav><a href="/guides/">Guides</a></nav>\n' : ''}<main id="docs"></main>
<noscript><p>The document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`
}
