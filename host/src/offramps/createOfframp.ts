import type { Context } from '../context.ts'
import type { Offramp } from './offramp.ts'

/** The parts of the host that a provider may need. */
export type OfframpContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'random' | 'dataSealer'
>

/** Opens the provider that PAY_OFFRAMP selects; null if there is none. Only the code of that provider is loaded. */
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
