/** A screen of the console. */
export type Route =
  | { readonly name: 'start' }
  | { readonly name: 'destinations' }
  | { readonly name: 'clientIds' }
  | { readonly name: 'apiKeys' }
  | { readonly name: 'webhooks' }
  | { readonly name: 'webhook'; readonly webhookId: string }
  | { readonly name: 'delivery'; readonly webhookId: string; readonly deliveryId: string }
  | { readonly name: 'embed' }
  | { readonly name: 'account' }
  | { readonly name: 'unknown' }

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
  account: 'account',
} as const

type FixedName = keyof typeof PATHS

/** The screen at a path such as `/console/webhooks/01KB…`; `unknown` for any other. */
export function parseRoute(pathname: string): Route {
  if (`${pathname}/` === CONSOLE_PATH) return { name: 'start' }
  if (!pathname.startsWith(CONSOLE_PATH)) return { name: 'unknown' }
  const path = pathname.slice(CONSOLE_PATH.length).replace(/\/$/, '')
  const fixed = fixedNames.find((name) => PATHS[name] === path)
  if (fixed !== undefined) return { name: fixed }
  const [first, webhookId, deliveryId, ...rest] = path.split('/')
  if (first !== PATHS.webhooks || !isId(webhookId) || rest.length > 0) return { name: 'unknown' }
  if (deliveryId === undefined) return { name: 'webhook', webhookId }
  return isId(deliveryId) ? { name: 'delivery', webhookId, deliveryId } : { name: 'unknown' }
}

/** The path of a screen, for links. */
export function formatRoute(route: Route): string {
  switch (route.name) {
    case 'webhook':
      return `${CONSOLE_PATH}${PATHS.webhooks}/${route.webhookId}`
    case 'delivery':
      return `${CONSOLE_PATH}${PATHS.webhooks}/${route.webhookId}/${route.deliveryId}`
    case 'unknown':
      return CONSOLE_PATH
    default:
      return CONSOLE_PATH + PATHS[route.name]
  }
}

const fixedNames: readonly FixedName[] = Object.keys(PATHS).filter(
  (name): name is FixedName => name in PATHS,
)

/** Ids are ULIDs; anything of letters and digits may be asked for and is then not found. */
function isId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9A-Za-z]{1,64}$/.test(text)
}
