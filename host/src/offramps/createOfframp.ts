import type { Context } from '../context.ts'
import type { Offramp } from './offramp.ts'

/** The inputs from which a provider is made. */
export type OfframpContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'random' | 'dataSealer'
>

/** Opens the provider that PAY_OFFRAMP names; null when there is none. Only the code of that one is loaded. */
export async function createOfframp(
  context: OfframpContext,
): Promise<(Offramp & Partial<AsyncDisposable>) | null> {
  const settings = context.config.offramp
  if (settings === null) return null
  if (settings.kind === 'http') {
    const { openHttpOfframp } = await import('./http/openHttpOfframp.ts')
    return openHttpOfframp(context, settings)
  }
  const { openSandbox } = await import('./sandbox/openSandbox.ts')
  return openSandbox(context, settings)
}
