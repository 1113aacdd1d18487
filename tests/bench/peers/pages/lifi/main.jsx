import { LiFiWidget } from '@lifi/widget'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

createRoot(document.querySelector('#app')).render(
  <QueryClientProvider client={new QueryClient()}>
    <LiFiWidget integrator="bench" config={{ toChain: 8453 }} />
  </QueryClientProvider>,
)
window.markEvaluated()
