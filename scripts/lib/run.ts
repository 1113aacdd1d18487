import { spawn } from 'node:child_process'

/** Runs a command with this process's terminal and environment plus `env`; resolves to its exit code, 1 for a signal. */
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
