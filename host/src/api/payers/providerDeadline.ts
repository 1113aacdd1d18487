/** So long a call waits for the provider; what comes later is stored when it comes, or asked for again by the job. */
export const PROVIDER_DEADLINE_MS = 5_000
