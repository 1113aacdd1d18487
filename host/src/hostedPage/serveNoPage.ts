import { type IRouter, Router } from 'express'
import { PLAIN_PAGE } from '../branding/pageBranding.ts'
import type { Config } from '../config.ts'
import { findPageLanguage } from '../http/findPageLanguage.ts'
import { renderPageDocument, securePayPage, sendHtml } from '../http/payPage.ts'
import { helpWords } from './helpWords.ts'
import { renderHelp } from './renderHelp.ts'

const NOT_FOUND = 404
/** Paths of the API: their errors are problem documents, even in a browser. */
const API_PATH = /^\/v\d+(?:\/|$)/

/**
 * Sends a page in the payer's language to a browser that opens a path without a route. Any other request continues, and gets the problem
 * document.
 */
export function serveNoPage(config: Config): IRouter {
  const secure = securePayPage(config, PLAIN_PAGE)
  return Router().get('/{*path}', (request, response, next) => {
    const { accept = '' } = request.headers
    if (!accept.includes('text/html') || API_PATH.test(request.path)) return next()
    secure(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      const language = findPageLanguage(request)
      const { noPage: title, incomplete } = helpWords[language]
      const home = { url: `${config.payUrl}/`, label: null }
      const content = renderHelp({ title, action: incomplete.action }, home, language)
      response.status(NOT_FOUND).vary('Accept').vary('Accept-Language')
      const page = { branding: PLAIN_PAGE, language, title, scripts: '', content }
      sendHtml(response, renderPageDocument(page))
    })
  })
}
