/** How often it is looked whether npm still runs. */
const PARENT_POLL_MS = 250

/**
 * Resolves when this program is to end: at SIGINT, at SIGTERM, or when the npm that runs it as a script was ended.
 * npm passes a SIGTERM to its shell only, and a shell such as dash dies of it without telling the program, which would
 * run on without anybody knowing. A second signal does not wait for an orderly end: the program exits with 130.
 */
export function waitForStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    clearInterval(timer)
    resolve()
  }
  const parent = process.ppid
  // Without npm the parent may well end first: a shell that started this in the background.
  const isScript = process.env['npm_lifecycle_event'] !== undefined
  const timer = setInterval(() => {
    if (isScript && process.ppid !== parent) stop()
  }, PARENT_POLL_MS).unref()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return promise
}
