import '@secure-payment/widget'
import './demo-shop.ts'
