import type { IncomingMessage, ServerResponse } from 'node:http'
import createExpressRouter from 'router'

/** A call on its way through the routers, with the parameters of the matching path. */
export type HttpRequest = IncomingMessage & {
  url: string
  /** The address before a router removed the prefix of its path. */
  originalUrl: string
  params: Readonly<Record<string, string | undefined>>
}

/** Passes the call to the next handler, or an error to the next handler of errors; `router` leaves the router. */
export type Next = (error?: unknown) => void

/** Answers a call, or passes it on. A rejected promise passes its error on. */
export type Handler = (request: HttpRequest, response: ServerResponse, next: Next) => unknown

/** Answers a call that failed. */
export type ErrorHandler = (
  error: unknown,
  request: HttpRequest,
  response: ServerResponse,
  next: Next,
) => void

type AddRoute = (path: string | readonly string[], ...handlers: Handler[]) => HttpRouter

/** Tries its routes in the order in which they were added. A route for GET also serves HEAD. */
export type HttpRouter = Handler & {
  get: AddRoute
  head: AddRoute
  post: AddRoute
  put: AddRoute
  patch: AddRoute
  delete: AddRoute
  all: AddRoute
  use(path: string, ...handlers: Handler[]): HttpRouter
  use(...handlers: Handler[]): HttpRouter
  use(handler: ErrorHandler): HttpRouter
}

/** Creates a router without routes. With `strict`, a slash at the end of a path counts. */
export function createRouter(options?: { caseSensitive?: boolean; strict?: boolean }): HttpRouter {
  return createExpressRouter(options)
}
