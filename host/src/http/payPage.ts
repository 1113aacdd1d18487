import { isUlid } from '@secure-payment/core'
import { type IRouter, type RequestHandler, type Response, Router } from 'express'
import helmet from 'helmet'
import { type PageBranding, readPageBranding } from '../branding/readPageBranding.ts'
import { canBeSource } from '../bridges/canBeSource.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type BuildFolders, STATIC_FOLDER } from '../folders.ts'
import { ELEMENT_FILE, readElementBuild } from '../releases/build.ts'
import type { Releases } from '../releases/createReleases.ts'
import { escapeHtml } from './escapeHtml.ts'
import { findPageLanguage } from './findPageLanguage.ts'
import { type PageLanguage, type PageWords, pageWords } from './pageWords.ts'
import { renderStanding } from './renderStanding.ts'
import { serveElement } from './serveElement.ts'

const DEV_WALLET_PATH = '/dev-wallet.js'
const ASSET_MAX_AGE_MS = 300_000

/**
 * Serves the hosted payment page `{pay_url}/?token=…`: a document that contains only the payment element. The document may run
 * only the service's own scripts, and no page may frame it. The document may connect only to the API and the public nodes of its
 * networks.
 */
export function servePayPage(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  facts: { firstPartyClientId: string; builds: BuildFolders },
  releases: Releases,
): IRouter {
  const { config } = context
  const build = readElementBuild(facts.builds.element)
  const elementScript = writeElementScript(build)
  const router = Router({ strict: true })
  router.get('/', async (request, response, next) => {
    const token = typeof request.query['token'] === 'string' ? request.query['token'] : ''
    const language = findPageLanguage(request)
    const branding = await readPageBranding(context, token)
    if (build !== null) await releases.keep(build)
    securePayPage(config, branding)(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      response.vary('Accept-Language')
      sendHtml(response, renderPayPage(config, facts, { token, branding, language, elementScript }))
    })
  })
  router.get('/pay.css', (_request, response) => {
    response.sendFile('pay.css', { root: STATIC_FOLDER, maxAge: ASSET_MAX_AGE_MS })
  })
  if (config.devWalletScript !== null) {
    const file = config.devWalletScript
    router.get(DEV_WALLET_PATH, (_request, response) =>
      response.sendFile(file, { root: '/', dotfiles: 'allow' }),
    )
  }
  router.use('/widget', serveElement(context, facts.builds.element, releases))
  return router
}

/**
 * Sets a hosted page's security headers. The only inline style is the page's background, which the policy allows by its hash. The
 * directives in `added` replace the page's or supplement them.
 */
export function securePayPage(
  config: Config,
  { cssHash }: PageBranding,
  added: Record<string, string[]> = {},
): RequestHandler {
  const directives = { ...payPageDirectives(config), ...added }
  const styleSrc = [...(directives['styleSrc'] ?? []), ...(cssHash === null ? [] : [cssHash])]
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, styleSrc } },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
}

/** Returns the page's Content-Security-Policy. The names of its Trusted Types policies come from the element's bundle and Lit. */
export function payPageDirectives(
  config: Pick<Config, 'baseUrl' | 'networks' | 'lifi'>,
): Record<string, string[]> {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", ...new Set([config.baseUrl, ...nodeOrigins(config)])],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['secure-payment', 'lit-html'],
  }
}

/**
 * Returns the origins of the nodes that a page calls: this host's public nodes and, for a bridge's source chains, the registry's.
 */
function nodeOrigins({ networks, lifi }: Pick<Config, 'networks' | 'lifi'>): string[] {
  return networks.flatMap(({ network, publicRpcUrl }) => {
    const own = publicRpcUrl === null ? [] : [publicRpcUrl]
    const registered = lifi !== null && canBeSource(network) ? network.publicRpcUrls : []
    return [...own, ...registered].map((url) => new URL(url).origin)
  })
}

function renderPayPage(
  config: Pick<Config, 'authUrl' | 'baseUrl' | 'payUrl' | 'devWalletScript'>,
  facts: { firstPartyClientId: string },
  page: { token: string; branding: PageBranding; language: PageLanguage; elementScript: string },
): string {
  const { token, branding, language, elementScript } = page
  const attributes = {
    // No payment has a token that is not in the canonical form.
    ...(isUlid(token) && { token }),
    'api-base': config.baseUrl,
    'client-id': facts.firstPartyClientId,
    'pay-url': config.payUrl,
  }
  const words = pageWords[language]
  const devWallet = config.devWalletScript === null ? '' : script(DEV_WALLET_PATH)
  const content = `${renderStanding(branding, words)}<secure-payment ${formatAttributes(attributes)}></secure-payment>
${isUlid(token) && !branding.isPayout ? renderRefundLink(config, token, words) : ''}<noscript><p>${words.needsScript}</p></noscript>
`
  return renderPageDocument({
    branding,
    language,
    scripts: `${devWallet}${elementScript}`,
    content,
  })
}

/** The page's style sheet shows the link once the element reports that the payment is paid. */
function renderRefundLink(
  { authUrl }: Pick<Config, 'authUrl'>,
  token: string,
  { refundAddress }: PageWords,
): string {
  const url = escapeHtml(`${authUrl}/console/#refund-payment=${token}`)
  return `<p class="refund-address"><a href="${url}">${refundAddress}</a></p>\n`
}

/** Renders a hosted page around its content; `scripts` are the tags of its scripts. */
export function renderPageDocument(page: {
  branding: PageBranding
  language: PageLanguage
  scripts: string
  content: string
}): string {
  const { branding, language, scripts, content } = page
  const { css, displaysService } = branding
  const title = escapeHtml(titleOf(branding, pageWords[language]))
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pay.css">
${css === '' ? '' : `<style>${css}</style>\n`}${scripts}
</head>
<body>
<main>
<h1 class="visually-hidden">${title}</h1>
${content}${displaysService ? '<p class="service" lang="en" dir="ltr">Made with Secure Payment</p>\n' : ''}</main>
</body>
</html>
`
}

/** The title contains no merchant text, because tabs, bookmarks and link previews show it without the page. */
function titleOf({ verifiedDomain, payees }: PageBranding, words: PageWords): string {
  if (payees.length === 0) return words.title
  return verifiedDomain === null
    ? `${words.title} · ${words.unverified}`
    : words.pay(verifiedDomain)
}

/** Writes the script tag of the element's current release; without a build, the file's address is the one that every release shares. */
function writeElementScript(build: ReturnType<typeof readElementBuild>): string {
  const path = build === null ? `widget/${ELEMENT_FILE}` : `${build.base}/${ELEMENT_FILE}`
  const hash = build?.entryHash ? ` integrity="${build.entryHash}"` : ''
  return `<script type="module" src="/${path}"${hash}></script>`
}

function script(path: string): string {
  return `<script src="${path}"></script>\n`
}

function formatAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')
}

/** Sends a hosted page, which no cache keeps. */
export function sendHtml(response: Response, html: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.end(html)
}
