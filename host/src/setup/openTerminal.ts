import { createInterface } from 'node:readline/promises'

/** Opens a terminal for questions. After Ctrl-C or Ctrl-D, the open question and each later one reject with an `AbortError`. */
export function openTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): { ask: (question: string) => Promise<string> } & Disposable {
  const terminal = createInterface({ input, output })
  const closing = new AbortController()
  terminal.once('close', () => closing.abort())
  return {
    ask: (question) => terminal.question(question, { signal: closing.signal }),
    [Symbol.dispose]: () => terminal.close(),
  }
}
