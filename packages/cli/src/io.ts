/** One output stream: a terminal, a pipe or a test. */
export type Output = {
  write(text: string): void
  isTTY: boolean
  /** Width in characters; undefined if the stream is not a terminal. */
  columns: number | undefined
}

/** Everything outside this program that a command uses, so that tests can replace it. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  homeFolder: string
  /** As Node names it: `linux`, `darwin` or `win32`. */
  platform: string
  stdout: Output
  stderr: Output
  /** Reads standard input to its end. */
  readInput(): Promise<string>
  /** Asks a person a question; `isSecret` shows no characters. Null without a terminal. */
  ask: ((question: string, options: { isSecret: boolean }) => Promise<string>) | null
  fetch: typeof fetch
  now(): Date
  /** Opens a URL in the browser. */
  openUrl(url: string): Promise<void>
  /** Aborts when the process receives SIGINT (Ctrl-C) or SIGTERM; long commands then end. */
  signal: AbortSignal
}
