import { networks } from '@secure-payment/core/networks'
import { findNearest } from './findNearest.ts'
import { type Environment, networkNames, settingNames } from './settings.ts'

/** Every setting of this service begins with this prefix; no other program's setting should. */
const PREFIX = 'PAY_'
/** The variables that Kubernetes sets in every container of a namespace for a service whose name begins with "pay". */
const SERVICE_LINK = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/

/**
 * Returns a message per unknown `PAY_*` variable, because a misspelt setting would otherwise silently keep its default. Each message
 * suggests the most similar setting, if there is one.
 */
export function findUnknownVariables(env: Environment): string[] {
  const known = new Set(settingNames(networks.map(({ id }) => id)))
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && !isServiceLink(name, env))
    .sort()
    .map((name) => {
      const nearest = findNearest(name.toUpperCase(), known, { fixedLength: PREFIX.length })
      return nearest === null
        ? `${name} is not a setting of this service; remove it`
        : `${name} is not a setting of this service; did you mean ${nearest}?`
    })
}

/** Lists the settings of networks that are not served, so that the operator sees that these settings have no effect. */
export function findUnservedVariables(env: Environment, servedIds: readonly string[]): string[] {
  const unserved = networks.filter(({ id }) => !servedIds.includes(id))
  return unserved
    .flatMap(({ id }) => networkNames(id))
    .filter((name) => (env[name]?.trim() ?? '') !== '')
    .sort()
}

/** Returns whether Kubernetes sets a variable for a service, such as `PAY_API_PORT` for the service `pay-api`. */
function isServiceLink(name: string, env: Environment): boolean {
  const isAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(env[name] ?? '')
  return SERVICE_LINK.test(name) || isAddress
}
