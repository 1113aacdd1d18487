import { spawn } from 'node:child_process'

/**
 * Runs a command with this process's terminal, and with its environment plus `env`. Resolves with the exit code, or with 1 if a signal
 * ended the command.
 */
export function run(
  [command = '', ...args]: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
