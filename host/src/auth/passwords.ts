import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { HashingBusyError } from './errors.ts'

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default) with 19 MiB, two passes, one thread. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * The number of concurrent hashes: one to four. Each hash uses a core, and a thread of the pool that resolves names and reads files. On a
 * machine with several cores, one core is left for other work.
 */
export const MAX_HASHING = Math.max(1, Math.min(4, availableParallelism() - 1))
/** The maximum number of waiting hashes, which amount to seconds of work. */
export const MAX_WAITING_TO_HASH = 64

/** A hash of the same cost that belongs to no password: its digest is random. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$mJ4tq1D0w6Hk3ZyB8xXv2Q$Vn7m0cQ2rYp4sW9hLk1eTzB6xD8fGj3uKaRoM5iNqXs'

/** The slow password hash, bounded so that a flood of sign-ins does not affect the rest of the service. */
export type Passwords = {
  /**
   * Hashes a new password with its own salt, in PHC format.
   * @throws HashingBusyError
   */
  hash(password: string): Promise<string>
  /**
   * Resolves to whether a password matches `stored`. `null`, for a missing account, causes the same work and is always false.
   *
   * @throws HashingBusyError
   */
  verify(password: string, stored: string | null): Promise<boolean>
}

/** Creates one host's password hashing. Tests pass an `argon2` that counts its calls. */
export function createPasswords(
  argon2: { hash: typeof hash; verify: typeof verify } = { hash, verify },
): Passwords {
  const inTurn = createTurns()
  return {
    hash: (password) => inTurn(() => argon2.hash(normalize(password), COST)),
    verify: (password, stored) =>
      inTurn(async () => {
        const isSame = await argon2.verify(stored ?? NOBODYS_HASH, normalize(password))
        return isSame && stored !== null
      }),
  }
}

/** NIST SP 800-63B section 3.1.1.2: equal characters count as the same password, regardless of their composition. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

/** Runs at most `MAX_HASHING` tasks at a time, in order of arrival, and rejects tasks that would wait too long. */
function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < MAX_HASHING) running += 1
    else if (waiting.length >= MAX_WAITING_TO_HASH) throw new HashingBusyError()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The slot passes directly to the next task, so that a newcomer cannot take it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
