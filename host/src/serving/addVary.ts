import type { ServerResponse } from 'node:http'

/** Declares to caches that a response depends on a header of the request. */
export function addVary(response: ServerResponse, name: string): void {
  const names = String(response.getHeader('vary') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one.toLowerCase() !== name.toLowerCase())
  response.setHeader('vary', [...names, name].join(', '))
}
