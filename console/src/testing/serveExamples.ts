import { api } from '@secure-payment/core/api'
import { problem, type Service } from './consolePage.ts'

/** An operation's response; `ofRequest` is the one to a query that names a request, if it differs. */
type Example = { readonly pattern: RegExp; readonly body: unknown; readonly ofRequest: unknown }

const PARAMETER = /\{\w+\}/g

/** The examples of the contract's reading operations; a path without parameters precedes a path with them. */
const EXAMPLES: readonly Example[] = Object.values(api)
  .flatMap((group) => Object.values(group))
  .filter(({ method }) => method === 'GET')
  .toSorted((one, other) => countParameters(one.path) - countParameters(other.path))
  .flatMap(({ path, responses }) => {
    const answer: unknown = Reflect.get(responses, 200)
    if (!(answer instanceof Object) || !('example' in answer)) return []
    const pattern = new RegExp(`^${path.replaceAll(PARAMETER, '[^/]+')}$`)
    const others = 'otherExamples' in answer ? Object(answer.otherExamples) : {}
    return [{ pattern, body: answer.example, ofRequest: others.ofRequest ?? answer.example }]
  })

function countParameters(path: string): number {
  return path.match(PARAMETER)?.length ?? 0
}

/** Returns a service that answers each read with the contract's example, and rejects each other call for lack of a right. */
export function serveExamples(session: object): Service {
  return (path, { method, url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: session }
    const found = EXAMPLES.find(({ pattern }) => pattern.test(path))
    if (method === 'GET' && found !== undefined) {
      const { body, ofRequest } = found
      return { status: 200, body: url.searchParams.has('requestId') ? ofRequest : body }
    }
    return { status: 403, body: problem('scope_missing', 403, { scope: 'manage' }) }
  }
}
