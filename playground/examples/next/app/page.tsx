import { buy } from './buy.ts'

export default function Shop() {
  return (
    <>
      <h1>North &amp; Bean</h1>
      <h2>Guji Natural, 250 g</h2>
      <p>14.50 USDC</p>
      <form action={buy}>
        <button type="submit">Buy</button>
      </form>
    </>
  )
}
