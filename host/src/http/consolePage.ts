import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { type IRouter, type RequestHandler, type Response, Router } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { BuildFolders } from '../folders.ts'
import { readConsoleBuild } from '../releases/build.ts'
import type { Releases } from '../releases/createReleases.ts'
import { serveKept } from '../releases/serveKept.ts'
import { escapeHtml } from './escapeHtml.ts'
import { payPageDirectives } from './payPage.ts'
import { serveBuild } from './serveBuild.ts'

const CONSOLE_PATH = '/console'
/** The custom element in the built page, without attributes. */
const ROOT_TAG = '<merchant-console>'
const DEV_WALLET_PATH = '/dev-wallet.js'
const ASSET_MAX_AGE_S = 31_536_000

/**
 * Serves the merchant's console at `{auth_url}/console/`: one page for every address below that path, and the page's files. The page may
 * run only its own script, and no page may frame it. The page may connect only to the service and, for the live preview of a payment, to
 * the public nodes of its networks. Without a build, the console's addresses return 404.
 */
export function serveConsolePage(
  context: Pick<Context, 'config' | 'log'>,
  facts: { firstPartyClientId: string; builds: BuildFolders },
  releases: Releases,
): IRouter {
  const { config, log } = context
  const folder = facts.builds.console
  const router = Router({ strict: true })
  const build = readConsoleBuild(folder)
  if (build === null) {
    log.warn({ folder }, 'The built console is missing')
    return router
  }
  const page = renderConsolePage(readFileSync(`${folder}/index.html`, 'utf8'), config, facts)
  const secure = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: consoleDirectives(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  router.use(CONSOLE_PATH, leadToOwnName(config))
  router.get(CONSOLE_PATH, (_request, response) => response.redirect(`${CONSOLE_PATH}/`))
  // The name of each file contains the hash of its content; an open page still requests the files of its release.
  router.use(
    `${CONSOLE_PATH}/assets`,
    serveBuild(build.folder, setAssetHeaders),
    serveKept(releases, setAssetHeaders),
  )
  router.get(`${CONSOLE_PATH}/assets/*path`, (_request, _response, next) => next('router'))
  router.get([`${CONSOLE_PATH}/`, `${CONSOLE_PATH}/*path`], secure, async (_request, response) => {
    await releases.keep(build)
    sendHtml(response, page)
  })
  return router
}

function setAssetHeaders(response: ServerResponse): void {
  response.setHeader('cache-control', `public, max-age=${ASSET_MAX_AGE_S}, immutable`)
}

/**
 * Redirects browsers to the host name in PAY_AUTH_URL if they use another name for the same port of a developer's machine, such as
 * 127.0.0.1. The live preview works only on that origin. On other hosts, the proxy determines the name.
 */
function leadToOwnName({ authUrl }: Pick<Config, 'authUrl'>): RequestHandler {
  const own = new URL(authUrl)
  return (request, response, next) => {
    const asked = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(request.headers.host ?? '')
    const isOtherName = asked !== null && asked[1] !== own.hostname && asked[2] === own.port
    if (isOtherName && LOOPBACK_NAMES.has(own.hostname)) {
      response.redirect(own.origin + request.originalUrl)
    } else next()
  }
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the page's Content-Security-Policy: the hosted page's policy, plus the Trusted Types policy of the console's scripts. */
function consoleDirectives(config: Config): Record<string, string[]> {
  return { ...payPageDirectives(config), trustedTypes: ['lit-html'] }
}

/** Returns the built page with this host's settings, and with a test wallet if every network is for tests. */
function renderConsolePage(
  built: string,
  config: Pick<Config, 'baseUrl' | 'payUrl' | 'networks' | 'registration' | 'devWalletScript'>,
  facts: { firstPartyClientId: string },
): string {
  const attributes = {
    'base-url': config.baseUrl,
    'pay-url': config.payUrl,
    'preview-client-id': facts.firstPartyClientId,
    registration: config.registration,
    networks: config.networks.map(({ network }) => network.id).join(' '),
    'recurring-contracts': config.networks
      .flatMap(({ network: { id, contracts } }) =>
        contracts.ERC20RecurringPaymentProxy === undefined
          ? []
          : [`${id}=${contracts.ERC20RecurringPaymentProxy.address}`],
      )
      .join(' '),
  }
  const list = Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')
  const page = built.replace(ROOT_TAG, () => `<merchant-console ${list}>`)
  if (config.devWalletScript === null) return page
  return page.replace('</head>', () => `<script src="${DEV_WALLET_PATH}"></script>\n</head>`)
}

function sendHtml(response: Response, html: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.end(html)
}
