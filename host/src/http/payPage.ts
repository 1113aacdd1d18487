import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { PageBranding } from '../branding/pageBranding.ts'
import { canBeSource } from '../bridges/canBeSource.ts'
import type { Config } from '../config.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { PageLanguage } from './pageWords.ts'

/**
 * Sets a hosted page's security headers. The only inline style contains the merchant's colours, and the policy allows it by its hash. The
 * directives in `added` replace the page's or supplement them.
 */
export function securePayPage(
  config: Config,
  { cssHash, fontUrl }: PageBranding,
  added: Record<string, string[]> = {},
): RequestHandler {
  const directives: Record<string, string[]> = {
    ...payPageDirectives(config),
    ...(fontUrl !== null && { fontSrc: [new URL(fontUrl).origin] }),
    ...added,
  }
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

/** Renders a hosted page around its content; `title` is text, and `scripts` are the tags of its scripts. */
export function renderPageDocument(page: {
  branding: PageBranding
  language: PageLanguage
  title: string
  scripts: string
  content: string
}): string {
  const { branding, language, scripts, content } = page
  const { css, fontUrl, displaysService } = branding
  const font =
    fontUrl === null
      ? ''
      : `<link rel="preload" href="${escapeHtml(fontUrl)}" as="font" type="font/woff2" crossorigin>\n`
  const title = escapeHtml(page.title)
  const service = displaysService
    ? '<footer class="service" lang="en" dir="ltr">Made with Secure Payment</footer>\n'
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pay.css">
${font}${css === '' ? '' : `<style>${css}</style>\n`}${scripts}
</head>
<body>
<main>
<h1 class="visually-hidden">${title}</h1>
${content}</main>
${service}</body>
</html>
`
}

/** Sends a hosted page, which no cache keeps. */
export function sendHtml(response: Response, html: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.end(html)
}
