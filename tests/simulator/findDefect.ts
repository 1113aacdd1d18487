import type { Defect } from './defects.ts'
import { simulateWorld } from './simulateWorld.ts'

/** The first world that reveals a defect, or null if none does. */
export type Finding = { worlds: number; seed: number; difference: string } | null

/** Runs worlds with an injected defect until one world reveals the defect. */
export async function findDefect(
  { wire, faults }: Defect,
  { firstSeed, maxWorlds, days }: { firstSeed: number; maxWorlds: number; days: number },
): Promise<Finding> {
  for (let worlds = 1; worlds <= maxWorlds; worlds += 1) {
    const seed = firstSeed + worlds - 1
    const { differences } = await simulateWorld({
      seed,
      days,
      wire,
      ...(faults === undefined ? {} : { faults }),
    })
    const [difference] = differences
    if (difference !== undefined) return { worlds, seed, difference }
  }
  return null
}
