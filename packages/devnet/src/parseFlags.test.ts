import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FlagError, parseFlags } from './parseFlags.ts'

describe('parseFlags', () => {
  it('parseFlags omits flags that were not given', () => {
    expect(parseFlags([])).toEqual({ help: false })
  })

  it('parseFlags reads every flag', () => {
    const json = join(tmpdir(), 'devnet.json')
    const argv = [
      '--json',
      json,
      '--networks',
      'sepolia, base',
      '--port=8081',
      '--database=postgres://localhost/pay',
      '--block-time=0',
      '--offramp=http',
    ]
    expect(parseFlags(argv)).toEqual({
      help: false,
      json,
      networks: ['sepolia', 'base'],
      port: 8081,
      database: 'postgres://localhost/pay',
      blockTimeMs: 0,
      offramp: 'http',
    })
  })

  it.each([
    [['--nope'], "Unknown option '--nope'"],
    [['--json'], "Option '--json <value>' argument missing"],
    [['--json', ''], '--json needs the path of a file.'],
    [['--json', '/nowhere/devnet.json'], '--json: /nowhere does not exist.'],
    [['--json', tmpdir()], `--json: ${tmpdir()} is a directory.`],
    [['--networks', ''], '--networks cannot run "".'],
    [['--networks', 'devnet,solana'], '--networks cannot run "solana". Known: mainnet,'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, got "65536".'],
    [['--port', '80a'], '--port must be a whole number'],
    [['--database', 'mysql://x'], '--database must begin with sqlite: or postgres:.'],
    [['--block-time', '-1'], 'argument is ambiguous'],
    [['--offramp', 'bank'], '--offramp must be sandbox or http, got "bank".'],
    [['devnet'], "Unexpected argument 'devnet'"],
  ])('parseFlags rejects %j', (argv, message) => {
    expect(() => parseFlags(argv)).toThrow(FlagError)
    expect(() => parseFlags(argv)).toThrow(message)
  })
})
