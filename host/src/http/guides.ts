import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import helmet from 'helmet'
import type { Context } from '../context.ts'
import { hasGuidesBuild } from '../releases/build.ts'
import { addVary } from '../serving/addVary.ts'
import { createRouter, type Handler, type HttpRouter } from '../serving/createRouter.ts'
import { pathOf } from '../serving/pathOf.ts'
import { redirect } from '../serving/redirect.ts'
import { HTML, sendContent } from '../serving/sendContent.ts'
import { sendFile } from '../serving/sendFile.ts'
import { serveBuild } from '../serving/serveBuild.ts'
import { renderPlainPage, securePlainPage } from './plainPage.ts'

const GUIDES_PATH = '/guides'
/** Plain text for language models, at the addresses that llmstxt.org defines. */
const LLMS_TEXTS = ['/llms.txt', '/llms-full.txt'] as const
const ASSET_MAX_AGE_S = 31_536_000
const PAGE_MAX_AGE_S = 300

/**
 * Serves the guides at `/guides/`, and their plain text for language models at `/llms.txt` and `/llms-full.txt`. A page may load only this
 * host's files, and no page may frame it. A host without built guides shows the command that builds them.
 */
export function serveGuides({ log }: Pick<Context, 'log'>, folder: string): HttpRouter {
  const router = createRouter({ strict: true })
  if (!hasGuidesBuild(folder)) {
    log.warn({ folder }, 'The built guides are missing')
    router.get([GUIDES_PATH, `${GUIDES_PATH}/*path`, `${GUIDES_PATH}/`], explainMissing)
    return router
  }
  const files = serveBuild(folder, setFileHeaders)
  router.get(GUIDES_PATH, (_request, response) => redirect(response, `${GUIDES_PATH}/`))
  router.use(GUIDES_PATH, findPage, files)
  router.get(`${GUIDES_PATH}/*path`, securePage, (request, response) =>
    sendFile(request, response, { path: join(folder, '404.html'), status: 404 }),
  )
  router.get([...LLMS_TEXTS], files)
  return router
}

const securePage: Handler = helmet({
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
const findPage: Handler = (request, response, next) => {
  const path = pathOf(request.url)
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
const explainMissing: Handler = (request, response, next) => {
  addVary(response, 'Accept')
  if (!request.headers.accept?.includes('text/html')) return next()
  securePlainPage(request, response, (error?: unknown) => {
    if (error !== undefined) return next(error)
    sendContent(request, response, { type: HTML, body: MISSING, status: 404 })
  })
}

const MISSING = renderPlainPage(
  'No guides',
  `<h1>This host has no guides</h1>
<p>The guides were not built before the host started. Its operator builds them with <code>npm run docs</code>, then restarts the host.</p>
<p><a href="/docs">API documentation</a></p>`,
)
