/**
 * The time that a call waits for the provider. If a response arrives later, the host still stores it; if none arrives, the job retries.
 */
export const PROVIDER_DEADLINE_MS = 5_000
