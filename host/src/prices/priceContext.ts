import type { Context } from '../context.ts'

/** The parts of the host that prices need. */
export type PriceContext = Pick<Context, 'log' | 'now'> & {
  chains: Pick<Context['chains'], 'get' | 'ids'>
}
