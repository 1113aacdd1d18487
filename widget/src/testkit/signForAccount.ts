declare global {
  interface Window {
    /** Signs typed data, in JSON, for the test wallet's smart account. A test defines it. */
    __signForAccount?: (data: string) => Promise<string>
  }
}

/** Signs typed data for the test wallet's smart account (ERC-1271). */
export async function signForAccount(data: string): Promise<string> {
  if (window.__signForAccount === undefined) throw new Error('The page signs for no account.')
  return window.__signForAccount(data)
}
