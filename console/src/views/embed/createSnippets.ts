import type { CreatedPayment } from '../../api.ts'
import type { ConsoleSettings } from '../../settings.ts'
import type { Release } from './readRelease.ts'

/** A payment and the element's attributes. */
export type Embed = {
  readonly payment: Pick<CreatedPayment, 'token' | 'securePaymentUrl'>
  /** The `cli_…` value. */
  readonly clientId: string
  readonly destinationId: string
  readonly amount: string
  /** The ids of further currencies in which the payment can be paid. */
  readonly accepts: readonly string[]
  /** The destination ids of all its currencies; empty if the payment's rules hide the payee, so that no page publishes its address. */
  readonly pins: readonly string[]
}

/** Reads the embed from its stored JSON; null for anything else. */
export function readEmbed(value: unknown): Embed | null {
  const payment = textsOf(memberOf(value, 'payment'), ['token', 'securePaymentUrl'])
  const facts = textsOf(value, ['clientId', 'destinationId', 'amount'])
  const accepts = listOf(memberOf(value, 'accepts'))
  const pins = listOf(memberOf(value, 'pins'))
  const isWhole = payment !== null && facts !== null && accepts !== null && pins !== null
  return isWhole ? { ...facts, payment, accepts, pins } : null
}

function listOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null
  const texts = value.filter((one) => typeof one === 'string')
  return texts.length === value.length ? texts : null
}

function textsOf<const Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Record<Name, string>> | null {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = memberOf(value, name)
    if (typeof text !== 'string') return null
    texts[name] = text
  }
  return isWhole(texts, names) ? texts : null
}

function isWhole<Name extends string>(
  texts: Partial<Record<Name, string>>,
  names: readonly Name[],
): texts is Record<Name, string> {
  return names.every((name) => texts[name] !== undefined)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The frameworks for which the console writes the page's code. */
export const PAGE_KINDS = ['HTML', 'React'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** Returns the code that shows a payment in a merchant's page. */
export function createPageSnippet(
  embed: Embed,
  settings: Pick<ConsoleSettings, 'baseUrl' | 'payUrl'>,
  kind: PageKind,
): string {
  return kind === 'HTML' ? createHtml(embed, settings) : createReact(embed, settings)
}

/** Returns the element's script and the element. */
function createHtml(embed: Embed, settings: Pick<ConsoleSettings, 'baseUrl' | 'payUrl'>): string {
  const lines = listMembers(embed, settings).map(
    ([attribute, , value]) => `  ${attribute}="${escapeHtml(value)}"`,
  )
  return `<script type="module" src="${escapeHtml(settings.payUrl)}/widget/secure-payment.js"></script>

<secure-payment
${lines.join('\n')}
>
  <a href="${escapeHtml(embed.payment.securePaymentUrl)}">Pay now</a>
</secure-payment>`
}

/** Returns the React component, which registers the element itself. */
function createReact(embed: Embed, settings: Pick<ConsoleSettings, 'baseUrl' | 'payUrl'>): string {
  const lines = listMembers(embed, settings).map(
    ([, prop, value]) => `      ${prop}="${escapeHtml(value)}"`,
  )
  return `import { SecurePayment } from '@secure-payment/widget/react'

export function Payment() {
  return (
    <SecurePayment
${lines.join('\n')}
    >
      <a href="${escapeHtml(embed.payment.securePaymentUrl)}">Pay now</a>
    </SecurePayment>
  )
}`
}

/** Returns the element's attributes, the React component's props, and their values. Without pins, there is no `destination`. */
function listMembers(
  { payment, clientId, pins }: Embed,
  { baseUrl, payUrl }: Pick<ConsoleSettings, 'baseUrl' | 'payUrl'>,
): readonly (readonly [attribute: string, prop: string, value: string])[] {
  return [
    ['token', 'token', payment.token],
    ['client-id', 'clientId', clientId],
    ['api-base', 'apiBase', baseUrl],
    ['pay-url', 'payUrl', payUrl],
    ...(pins.length === 0 ? [] : ([['destination', 'destination', pins.join(' ')]] as const)),
  ]
}

/**
 * Returns the script tag for one release, with its hash: a browser runs the script only if its bytes match.
 */
export function createPinnedScript(
  { folder, entry, integrity }: Release,
  { payUrl }: Pick<ConsoleSettings, 'payUrl'>,
): string {
  const attributes = {
    type: 'module',
    src: `${payUrl}/widget/${folder}/${entry}`,
    integrity,
    crossorigin: 'anonymous',
  }
  const lines = Object.entries(attributes).map(
    ([name, value]) => `  ${name}="${escapeHtml(value)}"`,
  )
  return `<script\n${lines.join('\n')}\n></script>`
}

/** Returns the code that a merchant's server runs to create a payment like this one. The code contains no key. */
export function createServerSnippet(
  { destinationId, amount, accepts }: Pick<Embed, 'destinationId' | 'amount' | 'accepts'>,
  { baseUrl }: Pick<ConsoleSettings, 'baseUrl'>,
): string {
  return `const response = await fetch(${quote(`${baseUrl}/v2/secure-payments`)}, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-api-key': process.env.SECURE_PAYMENT_API_KEY,
    'idempotency-key': order.id,
  },
  body: JSON.stringify({
    requests: [
      {
        destinationId: ${quote(destinationId)},
        amount: ${quote(amount)},${accepts.length === 0 ? '' : `\n        accepts: [${accepts.map(quote).join(', ')}],`}
      },
    ],
    reference: order.id,
  }),
})
if (!response.ok) throw new Error((await response.json()).message)
const { token, securePaymentUrl } = await response.json()`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
