export { type Shop, type ShopOptions, startShop, WEBHOOK_PATH } from './startShop.ts'
