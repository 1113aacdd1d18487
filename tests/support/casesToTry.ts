import { IS_QUICK } from '../tiers.ts'

/** How many generated cases a property is tried on: `all` in the deep tier, a tenth of them in each run of `npm test`. */
export function casesToTry(all: number): number {
  return IS_QUICK ? Math.ceil(all / 10) : all
}
