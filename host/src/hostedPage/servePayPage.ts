import { isUlid } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import { type IRouter, type Response, Router } from 'express'
import { PLAIN_PAGE } from '../branding/pageBranding.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { BuildFolders } from '../folders.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import { findPageLanguage } from '../http/findPageLanguage.ts'
import { type PageLanguage, type PageWords, pageWords } from '../http/pageWords.ts'
import { payPageDirectives, renderPageDocument, securePayPage, sendHtml } from '../http/payPage.ts'
import { serveElement } from '../http/serveElement.ts'
import { servePageFile } from '../http/servePageFile.ts'
import { ELEMENT_FILE, readElementBuild } from '../releases/build.ts'
import type { Releases } from '../releases/createReleases.ts'
import { combinedWords } from './combinedWords.ts'
import { helpWords } from './helpWords.ts'
import { readShownPayment, type ShownPayment } from './readShownPayment.ts'
import { renderCombined } from './renderCombined.ts'
import { renderHelp } from './renderHelp.ts'
import { renderLinks } from './renderLinks.ts'
import { renderSummary, type TotalLabel } from './renderSummary.ts'

const DEV_WALLET_PATH = '/dev-wallet.js'
const NOT_FOUND = 404
const GONE = 410

type PageContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>
type PageFacts = { firstPartyClientId: string; builds: BuildFolders }

/** A page, ready to be sent. */
type Page = { status: number; title: string; content: string; scripts: string }

/**
 * Serves the hosted payment page `{pay_url}/?token=…`: the payment's summary, which needs no script, next to the payment element. A payment
 * that cannot be paid has a page that states the reason. The document may run only the service's own scripts, and no page may frame it. The
 * document may connect only to the API and the public nodes of its networks.
 */
export function servePayPage(context: PageContext, facts: PageFacts, releases: Releases): IRouter {
  const { config } = context
  const build = readElementBuild(facts.builds.element)
  const scripts = `${config.devWalletScript === null ? '' : `<script src="${DEV_WALLET_PATH}"></script>\n`}${writeElementScript(build)}\n<script src="/pay.js" defer></script>`
  const router = Router({ strict: true })
  router.get('/', async (request, response, next) => {
    const token = typeof request.query['token'] === 'string' ? request.query['token'] : ''
    const language = findPageLanguage(request)
    const shown = await readShownPayment(context, token)
    const page = createPage(config, facts, { token, language, shown, scripts })
    if (build !== null) await releases.keep(build)
    const branding = typeof shown === 'string' ? PLAIN_PAGE : shown.branding
    securePayPage(config, branding, allowRelay(config))(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      response.vary('Accept-Language')
      sendPage(response, page, { branding, language })
    })
  })
  router.get('/pay.css', servePageFile(['page.css', 'pay.css']))
  router.get('/pay.js', servePageFile(['pay.js']))
  if (config.devWalletScript !== null) {
    const file = config.devWalletScript
    router.get(DEV_WALLET_PATH, (_request, response) =>
      response.sendFile(file, { root: '/', dotfiles: 'allow' }),
    )
  }
  router.use('/widget', serveElement(context, facts.builds.element, releases))
  return router
}

function sendPage(
  response: Response,
  { status, ...page }: Page,
  look: Pick<Parameters<typeof renderPageDocument>[0], 'branding' | 'language'>,
): void {
  sendHtml(response.status(status), renderPageDocument({ ...look, ...page }))
}

function createPage(
  config: ElementConfig,
  facts: PageFacts,
  asked: {
    token: string
    language: PageLanguage
    shown: Awaited<ReturnType<typeof readShownPayment>>
    scripts: string
  },
): Page {
  const { token, language, shown, scripts } = asked
  const words = pageWords[language]
  if (shown === 'unknown' || shown === 'restored') {
    const help = helpWords[language][isUlid(token) ? shown : 'incomplete']
    const content = renderHelp(help, { url: null, label: null }, language)
    return { status: NOT_FOUND, title: help.title, content, scripts: '' }
  }
  const element = { ...config, clientId: facts.firstPartyClientId, token, words }
  if (shown === 'unreadable') {
    return { status: 200, title: words.title, content: renderElement(element, null), scripts }
  }
  const { payment } = shown
  const title = titleOf(payment, words)
  const { combinedInto } = payment
  if (combinedInto !== undefined) {
    const card = renderCombined(payment, combinedInto, { ...config, language })
    return closedPage(payment, { card, title: combinedWords[language].title, language })
  }
  const reason = findReason(shown)
  if (reason === null) {
    return { status: 200, title, content: renderCheckout(element, payment, language), scripts }
  }
  const help = helpWords[language][reason]
  const back = { url: payment.redirectUrl, label: payment.redirectLabel }
  return closedPage(payment, {
    card: renderHelp(help, back, language),
    title: help.title,
    language,
  })
}

/** Returns the page of a payment that cannot be paid, without the element. */
function closedPage(
  payment: SecurePayment,
  { card, title, language }: { card: string; title: string; language: PageLanguage },
): Page {
  const summary = renderSummary(payment, language, { isPayable: false, label: 'total' })
  return {
    status: GONE,
    title: `${title} · ${titleOf(payment, pageWords[language])}`,
    content: `${summary}${card}${renderLinks(payment.merchant, language)}`,
    scripts: '',
  }
}

/**
 * Returns the reason why a page needs no element, or null if it needs one. If a payer has begun to pay, the element shows the state of the
 * money; it also shows payouts, which merchants pay.
 */
function findReason({ payment, isUntouched }: ShownPayment): 'cancelled' | 'expired' | null {
  if (!isUntouched || payment.flow === 'pay') return null
  if (payment.status === 'invalidated') return 'cancelled'
  return payment.status === 'expired' ? 'expired' : null
}

type ElementConfig = Pick<Config, 'authUrl' | 'baseUrl' | 'payUrl' | 'walletConnect'>

type ElementFacts = ElementConfig & {
  clientId: string
  token: string
  words: PageWords
}

/** Renders the summary next to the element. */
function renderCheckout(
  element: ElementFacts,
  payment: SecurePayment,
  language: PageLanguage,
): string {
  const isPayable = payment.status === 'pending'
  const summary = renderSummary(payment, language, { isPayable, label: labelTotal(payment) })
  return `${summary}${renderElement(element, payment)}${renderLinks(payment.merchant, language)}`
}

function labelTotal({ status, items }: SecurePayment): TotalLabel {
  if (status === 'completed') return 'paid'
  const isUnpaid = items.every(({ amount, remainingAmount }) => remainingAmount === amount)
  return status === 'pending' && isUnpaid ? 'toPay' : 'total'
}

/** Renders the element, without the parts that the summary shows. */
function renderElement(
  { authUrl, baseUrl, payUrl, walletConnect, clientId, token, words }: ElementFacts,
  payment: SecurePayment | null,
): string {
  const attributes = {
    token,
    'api-base': baseUrl,
    'client-id': clientId,
    'pay-url': payUrl,
    ...writeWalletConnect(walletConnect),
  }
  const parts =
    payment === null ? '' : '<span slot="header" hidden></span><span slot="summary" hidden></span>'
  const refund =
    payment === null || payment.flow === 'pay' ? '' : renderRefundLink(authUrl, token, words)
  return `<div class="payment"><secure-payment ${formatAttributes(attributes)}>${parts}</secure-payment>
${refund}<noscript><p>${words.needsScript}</p></noscript></div>
`
}

function writeWalletConnect({ projectId, relayUrl }: Config['walletConnect']) {
  if (projectId === null) return {}
  return { 'walletconnect-project-id': projectId, 'walletconnect-relay-url': relayUrl }
}

/**
 * Allows the page to connect to WalletConnect's relay if the host has a WalletConnect project. The element loads no frame of
 * WalletConnect's.
 */
function allowRelay(config: Config): Record<string, string[]> {
  const { projectId, relayUrl } = config.walletConnect
  if (projectId === null) return {}
  return { connectSrc: [...(payPageDirectives(config)['connectSrc'] ?? []), relayUrl] }
}

/** The page's style sheet shows the link once the element reports that the payment is paid. */
function renderRefundLink(authUrl: string, token: string, { refundAddress }: PageWords): string {
  const url = escapeHtml(`${authUrl}/console/#refund-payment=${token}`)
  return `<p class="refund-address"><a href="${url}">${refundAddress}</a></p>\n`
}

/** The title contains no merchant text, because tabs, bookmarks and link previews show the title without the page. */
export function titleOf({ merchant }: Pick<SecurePayment, 'merchant'>, words: PageWords): string {
  const { verifiedDomain } = merchant
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

function formatAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')
}
