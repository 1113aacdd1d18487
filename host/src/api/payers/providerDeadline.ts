/** The time that a call waits for the provider; a later response is stored when it comes, or the job asks again. */
export const PROVIDER_DEADLINE_MS = 5_000
