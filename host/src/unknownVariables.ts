import { networks } from '@secure-payment/core/networks'
import type { Environment } from './environmentReader.ts'
import { variableSuffix } from './readNetworkConfigs.ts'
import { variables } from './variables.ts'

/** Every setting of this service begins with this prefix; no other program's should. */
const PREFIX = 'PAY_'
const PLACEHOLDER = '<NETWORK>'
/** Beyond this many changed letters, or a third of the name, a guess would mislead. */
const MAX_CHANGES = 3
/** The variables that Kubernetes sets in every container of a namespace for a service whose name begins with "pay". */
const SERVICE_LINK = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/

/**
 * Lists the faults in the names of the `PAY_*` variables: a misspelt setting would otherwise silently be a default.
 * Each message names the nearest known name where one is near.
 */
export function findUnknownVariables(env: Environment): string[] {
  const known = knownNames()
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && !isServiceLink(name, env))
    .sort()
    .map((name) => {
      const nearest = findNearest(name, known)
      return nearest === null
        ? `${name} is not a setting of this service; remove it`
        : `${name} is not a setting of this service; did you mean ${nearest}?`
    })
}

/** Lists the settings of networks that are not served: they have no effect, which an operator should see. */
export function findUnservedVariables(env: Environment, servedIds: readonly string[]): string[] {
  const unserved = networks.filter(({ id }) => !servedIds.includes(id))
  return unserved
    .flatMap(({ id }) => networkNames(id))
    .filter((name) => (env[name]?.trim() ?? '') !== '')
    .sort()
}

function knownNames(): Set<string> {
  const general = variables.map(({ name }) => name).filter((name) => !name.includes(PLACEHOLDER))
  return new Set([...general, ...networks.flatMap(({ id }) => networkNames(id))])
}

function networkNames(networkId: string): string[] {
  return variables
    .filter(({ name }) => name.includes(PLACEHOLDER))
    .map(({ name }) => name.replace(PLACEHOLDER, variableSuffix(networkId)))
}

/** `PAY_API_PORT` is an address for a service `pay-api`, and not a setting. */
function isServiceLink(name: string, env: Environment): boolean {
  const isAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(env[name] ?? '')
  return SERVICE_LINK.test(name) || isAddress
}

function findNearest(name: string, known: ReadonlySet<string>): string | null {
  const upper = name.toUpperCase()
  let nearest: string | null = null
  let least = Math.min(MAX_CHANGES, Math.floor((name.length - PREFIX.length) / 3))
  for (const candidate of known) {
    const changes = countChanges(upper, candidate)
    if (changes > least || (nearest !== null && changes === least)) continue
    nearest = candidate
    least = changes
  }
  return nearest
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function countChanges(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY
      current[column] = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        swapped,
      )
    }
    before = above
    above = current
  }
  return at(above, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
