import type { Io } from '../io.ts'

/** A program's surroundings in a test, with everything that it wrote. */
export type TestIo = {
  io: Io
  /** Returns the text on stdout since the last call. */
  out(): string
  err(): string
  /** The URLs that commands opened. */
  opened: readonly string[]
  /** Ends long commands, like Ctrl-C. */
  stop(): void
}

/** Replaces the surroundings of the program. Without `terminal`, the streams are pipes. */
export function createTestIo(facts: {
  configFolder: string
  env?: Record<string, string>
  input?: string
  terminal?: { columns: number }
  answers?: readonly string[]
  fetch?: typeof fetch
  now?: () => Date
}): TestIo {
  const controller = new AbortController()
  const written = { out: '', err: '' }
  const opened: string[] = []
  const answers = [...(facts.answers ?? [])]
  const output = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
    },
    isTTY: facts.terminal !== undefined,
    columns: facts.terminal?.columns,
  })
  const take = (name: 'out' | 'err') => {
    const text = written[name]
    written[name] = ''
    return text
  }
  return {
    io: {
      env: { XDG_CONFIG_HOME: facts.configFolder, ...facts.env },
      homeFolder: facts.configFolder,
      platform: 'linux',
      stdout: output('out'),
      stderr: output('err'),
      readInput: async () => facts.input ?? '',
      ask: facts.answers === undefined ? null : async () => answers.shift() ?? '',
      fetch: facts.fetch ?? fetch,
      now: facts.now ?? (() => new Date()),
      openUrl: async (url) => {
        opened.push(url)
      },
      signal: controller.signal,
    },
    out: () => take('out'),
    err: () => take('err'),
    opened,
    stop: () => controller.abort(),
  }
}
