import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Checkout } from './Checkout.tsx'
import '../../checkout.css'

const app = document.getElementById('app')
if (app === null) throw new Error('The page has no element for the app.')
createRoot(app).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
)
