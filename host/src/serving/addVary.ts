import type { ServerResponse } from 'node:http'

/** Declares to caches that a response depends on a header of the request. */
export function addVary(response: ServerResponse, name: string): void {
  const present = response.getHeader('vary')?.toString().split(',') ?? []
  const names = present.map((one) => one.trim())
  const isPresent = names.some((one) => one.toLowerCase() === name.toLowerCase())
  if (!isPresent) response.setHeader('vary', [...names, name].join(', '))
}
