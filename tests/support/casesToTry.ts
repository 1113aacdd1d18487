import { IS_QUICK } from '../tiers.ts'

/** Returns the number of generated cases for a property: `all` in the deep tier, and a tenth of `all` in each run of `npm test`. */
export function casesToTry(all: number): number {
  return IS_QUICK ? Math.ceil(all / 10) : all
}
