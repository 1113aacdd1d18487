import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './errors.ts'
import type { Io, Output } from './io.ts'

/** Connects the program to its process: streams, environment, clock, network, and the signals that end it. */
export function createProcessIo(): Io {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort())
  }
  return {
    env: process.env,
    homeFolder: homedir(),
    platform: process.platform,
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    readInput: () => text(process.stdin),
    ask: process.stdin.isTTY ? (question, options) => ask(question, options, controller) : null,
    fetch: globalThis.fetch,
    now: () => new Date(),
    openUrl,
    signal: controller.signal,
  }
}

function toOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (written) => stream.write(written),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.isTTY ? stream.columns : undefined
    },
  }
}

async function ask(
  question: string,
  { isSecret }: { isSecret: boolean },
  controller: AbortController,
): Promise<string> {
  process.stderr.write(question)
  const output = isSecret ? new Writable({ write: (_, __, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    lines.once('SIGINT', () => controller.abort())
    return await lines.question('', { signal: controller.signal })
  } finally {
    lines.close()
    if (isSecret) process.stderr.write('\n')
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

async function openUrl(url: string): Promise<void> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new CommandError('No browser can be opened here.', { hint: `Open ${url}.`, cause })),
    )
  })
  child.unref()
}
