import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { type IRouter, type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.ts'
import { hasGuidesBuild } from '../releases/build.ts'
import { renderPlainPage, securePlainPage } from './plainPage.ts'
import { serveBuild } from './serveBuild.ts'

const GUIDES_PATH = '/guides'
/** Plain text for language models, at the addresses that llmstxt.org defines. */
const LLMS_TEXTS = ['/llms.txt', '/llms-full.txt'] as const
const ASSET_MAX_AGE_S = 31_536_000
const PAGE_MAX_AGE_S = 300

/**
 * Serves the guides at `/guides/`, and their plain text for language models at `/llms.txt` and `/llms-full.txt`. A page may load only this
 * host's files, and no page may frame it. A host without built guides shows the command that builds them.
 */
export function serveGuides({ log }: Pick<Context, 'log'>, folder: string): IRouter {
  const router = Router({ strict: true })
  if (!hasGuidesBuild(folder)) {
    log.warn({ folder }, 'The built guides are missing')
    router.get([GUIDES_PATH, `${GUIDES_PATH}/*path`, `${GUIDES_PATH}/`], explainMissing)
    return router
  }
  const files = serveBuild(folder, setFileHeaders)
  router.get(GUIDES_PATH, (_request, response) => response.redirect(`${GUIDES_PATH}/`))
  router.use(GUIDES_PATH, findPage, files)
  router.get(`${GUIDES_PATH}/*path`, securePage, (_request, response) => {
    response.status(404).sendFile('404.html', { root: folder, cacheControl: false })
  })
  router.get([...LLMS_TEXTS], files)
  return router
}

const securePage: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
})

/** A page's address has no extension: `/guides/embed` is `embed.html`. */
const findPage: RequestHandler = (request, response, next) => {
  const { path } = request
  if (extname(path) !== '') return next()
  request.url = path.endsWith('/') ? `${path}index.html` : `${path}.html`
  securePage(request, response, next)
}

function setFileHeaders(response: ServerResponse, path: string): void {
  // An asset's name contains the hash of its content.
  const caching = path.startsWith('assets/')
    ? `max-age=${ASSET_MAX_AGE_S}, immutable`
    : `max-age=${PAGE_MAX_AGE_S}`
  response.setHeader('cache-control', `public, ${caching}`)
}

/** API clients get the problem document for an unknown path. */
const explainMissing: RequestHandler = (request, response, next) => {
  response.vary('Accept')
  if (!request.headers.accept?.includes('text/html')) return next()
  securePlainPage(request, response, (error?: unknown) => {
    if (error !== undefined) return next(error)
    response.status(404).type('html').send(MISSING)
  })
}

const MISSING = renderPlainPage(
  'No guides',
  `<h1>This host has no guides</h1>
<p>The guides were not built before the host started. Its operator builds them with <code>npm run docs</code>, then restarts the host.</p>
<p><a href="/docs">API documentation</a></p>`,
)
