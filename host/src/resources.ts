/** The resources that a host has opened, and how it releases them. */
export type Resources = AsyncDisposable & {
  /** Adds a resource and returns it. */
  use<T extends AsyncDisposable | null>(resource: T): T
  /** Adds a step to the release. */
  defer(release: () => unknown): void
  /** Moves all resources into another list, which then releases them. */
  move(): Resources
}

/**
 * Creates an empty list of resources. Disposing of the list releases them in reverse order, each once; an error in one release does not
 * prevent the others. Node 22 has no `AsyncDisposableStack`, which does the same.
 */
export function createResources(releases: (() => unknown)[] = []): Resources {
  return {
    use(resource) {
      if (resource !== null) releases.push(() => resource[Symbol.asyncDispose]())
      return resource
    },
    defer(release) {
      releases.push(release)
    },
    move: () => createResources(releases.splice(0)),
    async [Symbol.asyncDispose]() {
      const errors: unknown[] = []
      for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
        try {
          await release()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 1)
        throw new AggregateError(errors, 'Several resources were not released.')
      if (errors.length === 1) throw errors[0]
    },
  }
}
