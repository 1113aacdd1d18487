import type { ServerResponse } from 'node:http'

/** Leads a browser to another address. With 303, the browser reads that address, whatever the method of its call. */
export function redirect(response: ServerResponse, url: string, status: 302 | 303 = 302): void {
  // A header contains only characters of a URL.
  const location = url.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent)
  response.writeHead(status, { location, 'content-length': '0' }).end()
}
