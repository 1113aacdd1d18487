import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'program.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-program-'))
  writeFileSync(join(folder, 'some.env'), 'PAY_LOG_LEVEL=loud\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: readonly string[]) {
  const options = {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PAY_PORT: '0',
    },
    timeout: 20_000,
  }
  const argv = ['--conditions=@secure-payment/source', PROGRAM, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    ...options,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('secure-payment-host', () => {
  it.each([
    [['--env-file', 'some.env']],
    [['--env-file=some.env']],
    [['start', '--env-file', 'some.env']],
    [['start', '--env-file=some.env']],
    [['migrate', '--env-file', 'some.env']],
  ])(
    'the program reads the settings of the file for %j',
    (args) => {
      const { status, stderr } = run(...args)
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining('PAY_LOG_LEVEL'),
      })
    },
    60_000,
  )

  it.each([[['--env-file']], [['start', '--env-file']], [['start', 'now']]])(
    'the program prints its usage and does not start for %j',
    (args) => {
      const { status, stderr } = run(...args)
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Usage:') })
    },
    60_000,
  )

  it('the program does not start if the file that the flag names is missing', () => {
    const { status, stderr } = run('start', '--env-file', 'missing.env')
    // Node itself reads the file that this flag names, wherever the flag is, and exits if the file is missing.
    expect(status).not.toBe(0)
    expect(stderr).toContain('missing.env')
  }, 60_000)

  it.each([[['init', '--help']], [['check', '--json', '-h']]])(
    'the program prints the usage for %j and runs no command',
    (args) => {
      const { status, stdout, stderr } = run(...args)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/^Usage: /)
    },
    60_000,
  )

  it.each(['chek', 'constructor'])(
    'the program names the unknown command %s before the usage',
    (command) => {
      const { status, stderr } = run(command)
      expect(status).toBe(2)
      expect(stderr.startsWith(`Unknown command: ${command}\n\nUsage: `)).toBe(true)
    },
    60_000,
  )
})
