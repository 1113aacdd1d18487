import { callCommands } from '../calls/callCommands.ts'
import { createCallCommand } from '../calls/createCallCommand.ts'
import type { Command } from '../program/command.ts'
import { createCompletion } from './completion.ts'
import { doctor } from './doctor.ts'
import { listen } from './listen.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { logs } from './logs.ts'
import { mcp } from './mcp.ts'
import { open } from './open.ts'
import { replay } from './replay.ts'
import { showPayments } from './showPayments.ts'
import { simulate } from './simulate.ts'
import { trigger } from './trigger.ts'
import { whoami } from './whoami.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  doctor,
  listen,
  trigger,
  replay,
  logs,
  open,
  showPayments,
  ...callCommands.map(createCallCommand),
  simulate,
  mcp,
  createCompletion(() => commands),
]
