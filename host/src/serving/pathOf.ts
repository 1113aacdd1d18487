/** Returns the path of a request's target, as it was sent: without the query, and without the origin that a proxy may send. */
export function pathOf(url: string): string {
  return /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] || '/'
}
