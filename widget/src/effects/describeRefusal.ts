import type { ApiOptions, Ended } from '../api.ts'

/** A call that the service rejected because of its credential. */
type Refusal = { readonly code: string; readonly problem: unknown }

/**
 * Describes a page that the service rejects. The browser's console states the wrong setting and its remedy. On a developer's machine, and
 * for a service of test networks only, the screen states them too. Payers elsewhere read that the site is not allowed to take the payment.
 */
export function describeRefusal(
  options: Pick<ApiOptions, 'apiBase' | 'clientId'>,
  { code, problem }: Refusal,
  answer: Ended,
): Ended {
  const words = explain(options, code)
  if (words === null) return answer
  const { type: page, isTestService } = Object(problem)
  const more = typeof page === 'string' ? ` See ${page}` : ''
  console.error(`<secure-payment> shows no payment: ${words.title}. ${words.action}${more}`)
  const isDeveloper =
    isTestService === true || [globalThis.location?.href, options.apiBase].some(isLoopback)
  if (!isDeveloper || answer.kind !== 'unavailable') return answer
  return { ...answer, link: { url: null, say: () => words } }
}

/**
 * Explains a rejected credential; null for other codes. The texts are for developers, so they are in English, as the API's errors are.
 */
function explain(
  { apiBase, clientId }: Pick<ApiOptions, 'apiBase' | 'clientId'>,
  code: string,
): { readonly title: string; readonly action: string } | null {
  const id = clientId ?? ''
  const { origin } = globalThis
  const ownConsole = `the console of ${apiBase}`
  switch (code) {
    case 'missing_credential':
      return {
        title: 'The client ID is missing',
        action: `Set the attribute client-id to a client ID that allows ${origin}. Create one in ${ownConsole}.`,
      }
    case 'invalid_client_id':
      return {
        title: 'The client ID is unknown',
        action: `${apiBase} has no client ID ${id}. Copy the value from ${ownConsole} to the attribute client-id.`,
      }
    case 'origin_not_allowed':
      return {
        title: 'The origin of this page is not allowed',
        action: `The client ID ${id} does not allow ${origin}. Add it to the allowed domains in ${ownConsole}.`,
      }
    case 'missing_origin':
      return {
        title: 'The page has no origin',
        action: `A page in a file or a sandboxed frame sends no origin. Serve the page over HTTP, and allow its origin for the client ID ${id}.`,
      }
    case 'client_id_revoked':
      return {
        title: 'The client ID was revoked',
        action: `Create another client ID in ${ownConsole}, and replace ${id} in the attribute client-id.`,
      }
    case 'client_id_inactive':
      return {
        title: 'The client ID is switched off',
        action: `Switch the client ID ${id} on in ${ownConsole}.`,
      }
    case 'secret_in_page':
      return {
        title: 'The client ID is secret',
        action: `Visitors of this page can read ${id}. Revoke it in ${ownConsole}, and use a client ID with allowed domains here.`,
      }
    default:
      return null
  }
}

/** True for pages and services on the same machine: a developer's, never a payer's. */
function isLoopback(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false
  const { hostname, port, protocol } = new URL(url)
  if (protocol === 'file:') return true
  // Apps on phones serve their own pages at https://localhost or capacitor://localhost.
  if (protocol !== 'http:' && port === '') return false
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
