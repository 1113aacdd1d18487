import type { ApiOptions } from '../api.ts'
import type { Live } from './live.ts'

/** The changes that the service pushes. The chunk of the stream loads when updates first matter. */
export type News = {
  readonly isLive: () => boolean
  /** Listens while the page is visible and updates matter. */
  listen(matters: boolean): void
}

/** Creates a stream that does not listen yet. `onNews`: read the payment; `onAlive`: the poll interval changes. */
export function createNews(options: {
  readonly apiOptions: ApiOptions
  readonly onNews: () => void
  readonly onAlive: () => void
}): News {
  const { apiOptions, onNews } = options
  let stream: Live | null = null
  let isLoading = false
  let isLive = false
  let isWanted = false

  function onAlive(isAlive: boolean): void {
    if (isAlive === isLive) return
    isLive = isAlive
    // An interrupted stream may have missed an update.
    if (!isAlive && isWanted) onNews()
    options.onAlive()
  }

  async function load(): Promise<void> {
    isLoading = true
    try {
      const { createLive } = await import('./live.ts')
      stream = createLive({ apiOptions, onChange: onNews, onAlive })
      follow()
    } catch {
      // Polling works without the stream.
    } finally {
      isLoading = false
    }
  }

  function follow(): void {
    if (isWanted) stream?.start()
    else stream?.stop()
  }

  return {
    isLive: () => isLive,
    listen(matters) {
      isWanted = matters
      if (stream !== null) follow()
      else if (matters && !isLoading) void load()
    },
  }
}
