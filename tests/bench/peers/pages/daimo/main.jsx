import { DaimoModal, DaimoSDKProvider } from '@daimo/sdk/web'
import '@daimo/sdk/web/theme.css'
import { createRoot } from 'react-dom/client'

createRoot(document.querySelector('#app')).render(
  <DaimoSDKProvider>
    <DaimoModal sessionId="session" clientSecret="secret" embedded />
  </DaimoSDKProvider>,
)
window.markEvaluated()
