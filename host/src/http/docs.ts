import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOpenApiDocument } from '@secure-payment/core/api'
import { currencies } from '@secure-payment/core/networks'
import { type IRouter, Router } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.ts'
import { VERSION } from '../version.ts'

const SCRIPT_FILE = fileURLToPath(new URL('./static/docs.js', import.meta.url))
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const
const TOKEN_LIST_VERSION = { major: 1, minor: 0, patch: 0 }

/** Serves what describes the service: the OpenAPI document with this host's origins, its reading page, and the token list. */
export function serveDocs(context: Pick<Context, 'config' | 'now'>): IRouter {
  const { baseUrl, authUrl } = context.config
  const document = JSON.stringify(createOpenApiDocument({ baseUrl, authUrl, version: VERSION }))
  const tokenList = JSON.stringify({
    name: 'Secure Payment',
    timestamp: context.now().toISOString(),
    version: TOKEN_LIST_VERSION,
    tokens: currencies,
  })
  const router = Router({ strict: true })
  const sendJson = (path: string, text: string) =>
    router.get(path, (_request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('x-content-type-options', 'nosniff')
      response.type('application/json').send(text)
    })
  sendJson('/openapi.json', document)
  sendJson('/tokens/latest.json', tokenList)
  // Problem documents name this as the documentation of their code.
  router.get('/errors/:code', (_request, response) => response.redirect('/docs'))
  serveReadingPage(router, context.config.baseUrl.startsWith('https:'))
  return router
}

function serveReadingPage(router: IRouter, isHttps: boolean): void {
  const folder = swaggerFolder()
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The reading page sets style attributes; it runs no script of others.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
  })
  router.get('/docs', secure, (_request, response) => response.type('html').send(PAGE))
  router.get('/docs/docs.js', (_request, response) => response.sendFile(SCRIPT_FILE))
  for (const asset of ASSETS) {
    router.get(`/docs/${asset}`, (_request, response) => {
      response.sendFile(asset, { root: folder })
    })
  }
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Secure Payment API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<script defer src="/docs/swagger-ui-bundle.js"></script>
<script defer src="/docs/docs.js"></script>
</head>
<body>
<main id="docs"></main>
<noscript><p>The document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`
