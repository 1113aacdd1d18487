import { getNetwork } from '@secure-payment/core/networks'
import { Payment } from './Payment.tsx'

// biome-ignore lint/style/noDefaultExport: Next loads a page from the default export of its file.
export default function Page() {
  return (
    <main>
      <h1>{getNetwork('base').name}</h1>
      <Payment />
    </main>
  )
}
