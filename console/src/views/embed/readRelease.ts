/** The built element, which the service serves at an address that never changes. */
export type Release = {
  readonly folder: string
  readonly entry: string
  /** `sha384-…` of the entry. */
  readonly integrity: string
}

/**
 * Reads the element release that the service serves; null if it returns none, as a service without a built
 * element does.
 */
export async function readRelease(baseUrl: string, signal: AbortSignal): Promise<Release | null> {
  try {
    const response = await fetch(`${baseUrl}/widget/integrity.json`, { signal })
    return response.ok ? parseRelease(await response.json()) : null
  } catch {
    // Without a release, the snippet uses the script that is updated with the service, which is enough for most merchants.
    return null
  }
}

/** Parses a release document; null for any other document. */
export function parseRelease(body: unknown): Release | null {
  if (!isRecord(body) || !isRecord(body['integrity'])) return null
  const { folder, entry, integrity } = body
  if (typeof folder !== 'string' || typeof entry !== 'string') return null
  const hash = integrity[entry]
  return typeof hash === 'string' ? { folder, entry, integrity: hash } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
