import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { bundleCopy } from '../../widget/src/testing/bundleCopy.ts'
import { createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { findViolations } from './support/findViolations.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const CDN = join(import.meta.dirname, '../../widget/dist/cdn')
const COINS = [{ symbol: 'ETH', amount: '0.2' }]
const OTHERS = [{ symbol: 'ETH', amount: '0.3' }]
const OTHER_VERSION = '9.8.7'
/** The Trusted Types policies: the CDN build's Lit has a policy with its own name, and the shop's Lit has the default name. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  'connect-src http://127.0.0.1:* http://localhost:*',
  "require-trusted-types-for 'script'",
  'trusted-types secure-payment lit-html',
].join('; ')

test('Two versions of the element, each with its own Lit, both pay on one strict page, with one warning', {
  tag: '@deep',
}, async ({ page, world, payer, wallet, problems }) => {
  const warning = /^<secure-payment> is already defined in version/
  problems.allow(warning)
  await using site = await startShop()
  const { client, json } = world.devnet
  const { clientId } = await client.clientIds.create({
    body: { label: 'Two copies', allowedDomains: [site.url] },
  })
  const payments = [await createPayment(world, COINS), await createPayment(world, OTHERS)] as const
  const markup = payments.map(
    ({ token }, index) =>
      `<${TAGS[index]} token="${token}" api-base="${json.host.baseUrl}" client-id="${clientId}"></${TAGS[index]}>`,
  )
  site.publish(markup.join('\n'))
  await page.goto(site.url)

  const [ready, own] = TAGS.map((tag) => createCheckout(page, page.locator(tag))) as [Copy, Copy]
  await ready.expectState('connect')
  await own.expectState('connect')
  const versions = await page.evaluate(
    (tags) => tags.map((tag) => document.querySelector(tag)?.getAttribute('version')),
    TAGS,
  )
  expect(versions[1]).toBe(OTHER_VERSION)
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/)
  expect(versions[0]).not.toBe(OTHER_VERSION)
  expect(problems.transcript.filter((line) => warning.test(line))).toEqual([
    `<secure-payment> is already defined in version ${versions[0]}; version ${OTHER_VERSION} is not used on this page.`,
  ])

  // Axe also checks that the landmarks of a page have distinct names.
  expect(await findViolations(page)).toEqual([])

  await own.connect()
  await finish(world, own)
  await expectPaidOnce(world, { payment: payments[1], checkout: own, payer, wallet, sends: 1 })
  await ready.expectState('connect')
  await expectUnpaid(world, { payment: payments[0], wallet, sends: 1 })
  await ready.connect()
  await finish(world, ready)
  await expectPaidOnce(world, { payment: payments[0], checkout: ready, payer, wallet, sends: 2 })
  expect(await findViolations(page)).toEqual([])
})

const TAGS = ['secure-payment', 'shop-payment']
type Copy = ReturnType<typeof createCheckout>

/** Starts a shop that loads the element from the CDN build and, in its own bundle, from the npm build. */
async function startShop() {
  const own = await bundleCopy({ tag: 'shop-payment', version: OTHER_VERSION, base: '/shop/' })
  let markup = ''
  const read = async (path: string): Promise<string | Buffer> => {
    if (path === '/') return pageOf(markup)
    if (path.startsWith('/shop/')) return own.get(path.slice('/shop/'.length)) ?? ''
    return readFile(join(CDN, normalize(path)))
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const type = pathname === '/' ? 'text/html; charset=utf-8' : 'text/javascript'
    read(pathname).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    publish(text: string) {
      markup = text
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pageOf(markup: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Order</title><link rel="icon" href="data:,">
<script type="module" src="/secure-payment.js"></script>
<script type="module" src="/shop/entry.js"></script></head>
<body><main><h1>Order</h1>${markup}</main></body></html>`
}
