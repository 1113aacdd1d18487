/** A console screen. */
export type Route =
  | { readonly name: 'start' }
  | PaymentsRoute
  | { readonly name: 'payment'; readonly requestId: string }
  | LinksRoute
  | NewLinkRoute
  | { readonly name: 'link'; readonly token: string }
  | { readonly name: 'editLink'; readonly token: string }
  | { readonly name: 'destinations' }
  | { readonly name: 'clientIds' }
  | { readonly name: 'apiKeys' }
  | { readonly name: 'webhooks' }
  | { readonly name: 'webhook'; readonly webhookId: string }
  | { readonly name: 'delivery'; readonly webhookId: string; readonly deliveryId: string }
  | { readonly name: 'embed' }
  | { readonly name: 'branding' }
  | { readonly name: 'payouts' }
  | { readonly name: 'payoutFile' }
  | { readonly name: 'payoutList' }
  | { readonly name: 'payoutCombined' }
  | { readonly name: 'payoutLink'; readonly requestId: string }
  | { readonly name: 'approvals' }
  | { readonly name: 'schedules' }
  | { readonly name: 'newSchedule' }
  | { readonly name: 'schedule'; readonly scheduleId: string }
  | { readonly name: 'payers' }
  | { readonly name: 'offramps' }
  | { readonly name: 'offramp'; readonly requestId: string }
  | { readonly name: 'refunds' }
  | { readonly name: 'refundLink'; readonly token: string }
  | { readonly name: 'unmatched' }
  | { readonly name: 'account' }
  | { readonly name: 'auditLog' }
  | { readonly name: 'unknown' }

/** The payments that match a filter. `query` is the filter as it appears in the address: with its question mark, or empty. */
type PaymentsRoute = { readonly name: 'payments'; readonly query: string }

/** The payment links with a status or a reference. `query` has the same form as for payments. */
type LinksRoute = { readonly name: 'links'; readonly query: string }

/** The form for a new payment link. The form starts as a copy of the link `from`, or empty if `from` is null. */
type NewLinkRoute = { readonly name: 'newLink'; readonly from: string | null }

/** The path under which the host serves the console. */
export const CONSOLE_PATH = '/console/'

/** The screens that have a fixed path. */
const PATHS = {
  start: '',
  destinations: 'receiving',
  clientIds: 'client-ids',
  apiKeys: 'api-keys',
  webhooks: 'webhooks',
  embed: 'embed',
  branding: 'branding',
  payouts: 'payouts',
  payoutFile: 'payouts/file',
  payoutList: 'payouts/list',
  payoutCombined: 'payouts/combined',
  approvals: 'payouts/approvals',
  schedules: 'payouts/schedules',
  newSchedule: 'payouts/schedules/new',
  payers: 'payers',
  offramps: 'payers/payments',
  refunds: 'refunds',
  unmatched: 'unmatched',
  account: 'account',
  auditLog: 'account/log',
} as const

const RECEIVED = 'payments'

/** The payment links. Below them: one link, or the form for a new link, which may copy another. */
const PAYMENT_LINKS = 'links'
const NEW = 'new'
/** Below a link: the form that edits it. */
const EDIT = 'edit'

/**
 * Below the payouts: one payout link, and one schedule. Below the refunds: one refund link. Below the payers: one payment to a bank
 * account.
 */
const LINKS = 'links'
const SCHEDULES = 'schedules'
const PAYMENTS = 'payments'

type FixedName = keyof typeof PATHS

/** Returns the screen at a path such as `/console/webhooks/01KB…`; `unknown` for any other. `search` is the address's query. */
export function parseRoute(pathname: string, search = ''): Route {
  if (`${pathname}/` === CONSOLE_PATH) return { name: 'start' }
  if (!pathname.startsWith(CONSOLE_PATH)) return { name: 'unknown' }
  const path = pathname.slice(CONSOLE_PATH.length).replace(/\/$/, '')
  if (path === RECEIVED) return { name: 'payments', query: search }
  if (path === PAYMENT_LINKS) return { name: 'links', query: search }
  const fixed = fixedNames.find((name) => PATHS[name] === path)
  if (fixed !== undefined) return { name: fixed }
  const [first, ...rest] = path.split('/')
  if (!rest.every(isId)) return { name: 'unknown' }
  if (first === RECEIVED) return parsePayment(rest)
  if (first === PAYMENT_LINKS) return parseLink(rest)
  if (first === PATHS.webhooks) return parseWebhook(rest)
  if (first === PATHS.payers) return parsePayer(rest)
  if (first === PATHS.refunds) return parseRefund(rest)
  return first === PATHS.payouts ? parsePayout(rest) : { name: 'unknown' }
}

function parsePayment([requestId, ...rest]: readonly string[]): Route {
  if (requestId === undefined || rest.length > 0) return { name: 'unknown' }
  return { name: 'payment', requestId }
}

function parseLink([token, from, ...rest]: readonly string[]): Route {
  if (token === undefined || rest.length > 0) return { name: 'unknown' }
  if (token === NEW) return { name: 'newLink', from: from ?? null }
  if (from === EDIT) return { name: 'editLink', token }
  return from === undefined ? { name: 'link', token } : { name: 'unknown' }
}

function parseWebhook([webhookId, deliveryId, ...rest]: readonly string[]): Route {
  if (webhookId === undefined || rest.length > 0) return { name: 'unknown' }
  return deliveryId === undefined
    ? { name: 'webhook', webhookId }
    : { name: 'delivery', webhookId, deliveryId }
}

function parsePayout([kind, id, ...rest]: readonly string[]): Route {
  if (id === undefined || rest.length > 0) return { name: 'unknown' }
  if (kind === LINKS) return { name: 'payoutLink', requestId: id }
  return kind === SCHEDULES ? { name: 'schedule', scheduleId: id } : { name: 'unknown' }
}

function parseRefund([kind, token, ...rest]: readonly string[]): Route {
  if (kind !== LINKS || token === undefined || rest.length > 0) return { name: 'unknown' }
  return { name: 'refundLink', token }
}

function parsePayer([kind, id, ...rest]: readonly string[]): Route {
  if (kind !== PAYMENTS || id === undefined || rest.length > 0) return { name: 'unknown' }
  return { name: 'offramp', requestId: id }
}

/** Returns a screen's address, for links: its path, and its query if it has one. */
export function formatRoute(route: Route): string {
  switch (route.name) {
    case 'payments':
      return `${CONSOLE_PATH}${RECEIVED}${route.query}`
    case 'payment':
      return `${CONSOLE_PATH}${RECEIVED}/${route.requestId}`
    case 'links':
      return `${CONSOLE_PATH}${PAYMENT_LINKS}${route.query}`
    case 'newLink':
      return `${CONSOLE_PATH}${PAYMENT_LINKS}/${NEW}${route.from === null ? '' : `/${route.from}`}`
    case 'link':
      return `${CONSOLE_PATH}${PAYMENT_LINKS}/${route.token}`
    case 'editLink':
      return `${CONSOLE_PATH}${PAYMENT_LINKS}/${route.token}/${EDIT}`
    case 'webhook':
      return `${CONSOLE_PATH}${PATHS.webhooks}/${route.webhookId}`
    case 'delivery':
      return `${CONSOLE_PATH}${PATHS.webhooks}/${route.webhookId}/${route.deliveryId}`
    case 'payoutLink':
      return `${CONSOLE_PATH}${PATHS.payouts}/${LINKS}/${route.requestId}`
    case 'refundLink':
      return `${CONSOLE_PATH}${PATHS.refunds}/${LINKS}/${route.token}`
    case 'schedule':
      return `${CONSOLE_PATH}${PATHS.payouts}/${SCHEDULES}/${route.scheduleId}`
    case 'offramp':
      return `${CONSOLE_PATH}${PATHS.payers}/${PAYMENTS}/${route.requestId}`
    case 'unknown':
      return CONSOLE_PATH
    default:
      return CONSOLE_PATH + PATHS[route.name]
  }
}

const fixedNames: readonly FixedName[] = Object.keys(PATHS).filter(
  (name): name is FixedName => name in PATHS,
)

/** Ids are ULIDs and request ids; the service returns 404 for any other text of letters and digits. */
function isId(text: string): boolean {
  return /^[0-9A-Za-z]{1,80}$/.test(text)
}
