import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commands } from '../commands/commands.ts'
import { completionScript, SHELLS } from './completionScript.ts'

/** Returns the candidates of bash for the words of a command line, the last of which is being written. */
function complete(...words: string[]): string[] {
  const line = ['secure-payment', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${completionScript('bash', commands)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _secure_payment; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
}

describe('completionScript', () => {
  it('bash completes commands, their groups, flags and values', () => {
    expect(complete('pay')).toEqual(['payments'])
    expect(complete('payments', '')).toEqual(['show', 'list', 'totals'])
    expect(complete('links', 'create', '--red')).toEqual(['--redirect-url', '--redirect-label'])
    expect(complete('links', 'show', '01KB', '--w')).toEqual(['--wallet'])
    expect(complete('webhooks', 'create', '--events', 'payment.c')).toEqual(['payment.confirmed'])
    expect(complete('completion', 'z')).toEqual(['zsh'])
    expect(complete('--js')).toEqual(['--json'])
  })

  it.each(SHELLS)('the script for %s names every command and flag', (shell) => {
    const script = completionScript(shell, commands)
    for (const { path, flags } of commands) {
      for (const word of path.split(' ')) expect(script).toContain(word)
      for (const { name } of flags) expect(script).toContain(name)
    }
  })

  it.each([
    ['bash', '-n'],
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)('%s accepts its script, where the shell is installed', (shell, option) => {
    const input = completionScript(shell, commands)
    const { error, status, stderr } = spawnSync(shell, [option], { input, encoding: 'utf8' })
    if (error !== undefined) return expect(error).toMatchObject({ code: 'ENOENT' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
