/** The interval at which the program checks that npm still runs. */
const PARENT_POLL_MS = 250

/**
 * Resolves when this program must stop: at SIGINT, at SIGTERM, or when the npm process that runs this program as a script has ended. On
 * SIGTERM, npm signals only its shell, and a shell such as dash exits without forwarding the signal. The program would then keep running
 * unnoticed. A second signal skips the orderly shutdown: the program exits with 130.
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
  // Without npm, the parent may end first, for example a shell that started this program in the background.
  const isScript = process.env['npm_lifecycle_event'] !== undefined
  const timer = setInterval(() => {
    if (isScript && process.ppid !== parent) stop()
  }, PARENT_POLL_MS).unref()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return promise
}
