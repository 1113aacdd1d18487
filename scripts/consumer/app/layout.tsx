import type { ReactNode } from 'react'

// biome-ignore lint/style/noDefaultExport: Next loads a layout from the default export of its file.
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
