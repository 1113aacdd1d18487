import { createApp } from 'vue'
import ShopCheckout from './ShopCheckout.vue'
import '../../checkout.css'

createApp(ShopCheckout).mount('#app')
