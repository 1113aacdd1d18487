import type { NextConfig } from 'next'

const config: NextConfig = {
  reactStrictMode: true,
  // As in new apps: Next streams the parts of a page that depend on the request.
  cacheComponents: true,
  turbopack: { root: import.meta.dirname },
}

export default config
