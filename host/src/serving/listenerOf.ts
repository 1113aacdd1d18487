import type { RequestListener } from 'node:http'
import type { HttpRequest, HttpRouter } from './createRouter.ts'

/** Returns a router as the listener of a server. A call that no route answers ends with its connection. */
export function listenerOf(router: HttpRouter): RequestListener {
  return (request, response) => {
    // The router sets the parameters and the original address before it calls a handler.
    router(request as HttpRequest, response, () => response.destroy())
  }
}
