import type { ApiOptions } from '../api.ts'
import type { Live } from './live.ts'

/** Whether the service tells of changes by itself. Its chunk is loaded when news first matter. */
export type News = {
  readonly isLive: () => boolean
  /** Listens while somebody looks and news matter. */
  listen(matters: boolean): void
}

/** Makes what does not listen yet. `onNews`: read the payment; `onAlive`: the pace of asking changes. */
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
    // A stream that broke may have kept something.
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
      // Asking does without.
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
