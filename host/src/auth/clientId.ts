import type { Context } from '../context.ts'
import { createRandomText } from './randomText.ts'

const LENGTH = 30

/** Makes a client ID: `cli_` and 30 random letters and digits. It is public: its possession proves nothing. */
export function createClientIdValue(context: Pick<Context, 'random'>): string {
  return `cli_${createRandomText(context, LENGTH)}`
}
