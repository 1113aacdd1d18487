import { isUlid } from '@secure-payment/core'
import { type IRouter, Router } from 'express'
import type { Context } from '../context.ts'
import { selectLogo } from './readLogoBytes.ts'

/**
 * Serves merchants' logos at `{pay_url}/branding/{id}/logo`, for every page that shows a payment. A merchant's upload
 * is sent only as the image type that was detected, and is never sniffed, run or framed. A new image has a new id, so
 * browsers keep each permanently.
 */
export function serveLogos(context: Pick<Context, 'db'>): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/branding/:id/logo', async (request, response, next) => {
    const { id } = request.params
    const [found] = isUlid(id) ? await selectLogo(context.db, id) : []
    if (found === undefined) return next()
    response
      .set({
        'content-type': found.type,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline; filename="logo"',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .end(Buffer.from(found.content, 'base64'))
  })
  return router
}
