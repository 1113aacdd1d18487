import { type CompletionShell, completionScript, SHELLS } from '../completion/completionScript.ts'
import type { Command } from '../program/command.ts'

/** Creates the command that prints a completion script for all commands. */
export function createCompletion(commands: () => readonly Command[]): Command {
  return {
    path: 'completion',
    summary: 'Print a completion script for a shell',
    description:
      'bash: source <(secure-payment completion bash). zsh: source <(secure-payment completion zsh). fish: secure-payment completion fish | source.',
    args: [{ name: 'shell', description: 'bash, zsh or fish', choices: SHELLS }],
    flags: [],
    async run({ io }, { args: [shell = 'bash'] }) {
      // The parser accepts only these shells.
      io.stdout.write(completionScript(shell as CompletionShell, commands()))
    },
  }
}
